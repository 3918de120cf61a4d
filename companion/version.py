"""Which version of the program this is."""


def program_version() -> str:
    """The version as it was installed; empty where the program runs from a bare copy of its files."""
    from importlib.metadata import PackageNotFoundError, version  # takes a moment to load, and few ask

    try:
        return version("burako-companion")
    except PackageNotFoundError:
        return ""
