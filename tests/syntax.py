"""Syntax trees of the program, its scripts and its tests: each is parsed, and walked, once by a process."""

import ast
from functools import cache
from pathlib import Path


def tree_of(file: Path) -> ast.Module:
    return _parsed(file.read_text(encoding="utf-8"))


def nodes_of(file: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module."""
    return _walked(tree_of(file))


@cache
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


@cache
def _walked(tree: ast.Module) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree))
