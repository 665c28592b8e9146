"""The version of the program, in one place."""

__all__ = ["__version__"]

__version__ = "0.2.0"
