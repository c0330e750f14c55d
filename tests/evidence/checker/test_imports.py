"""How the files of the checker know each other."""

from __future__ import annotations

import ast

import networkx as nx

from .guards import modules


def test_no_circles() -> None:
    """No files of the checker import each other in a circle, not even inside functions."""
    found = modules()
    graph: nx.DiGraph[str] = nx.DiGraph()
    for module, path in found.items():
        package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = package[: len(package) - node.level + 1] + (node.module.split(".") if node.module else [])
                names = [".".join([*base, alias.name]).strip(".") for alias in node.names]
                graph.add_edges_from((module, name if name in found else ".".join(base)) for name in names)
    assert graph.has_edge("rating.forcing", "rating.nodes")
    assert list(nx.simple_cycles(graph)) == []
