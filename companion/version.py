"""Which version of the program this is."""

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    """The version as it was installed; empty where the program runs from a bare copy of its files."""
    try:
        return version("burako-companion")
    except PackageNotFoundError:
        return ""
