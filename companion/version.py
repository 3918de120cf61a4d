"""The version of the program."""


def program_version() -> str:
    """The installed version; empty where the program runs from a bare copy of its files."""
    from importlib.metadata import PackageNotFoundError, version  # takes a moment to load, and few ask

    try:
        return version("burako-companion")
    except PackageNotFoundError:
        return ""
