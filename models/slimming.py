"""Takes out of an eight-bit network what costs time and changes no answer, as onnxruntime runs it on processors.

The bytes of a picture, over 64 and less 2, are eight bits with a scale of 1/64 around 128 already. Enlarging to the
double asks each element alone, where whole cells can be copied. And a last layer that sees one cell is a product of
matrices of cells, whose channels lie together all along.
"""

from __future__ import annotations

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import NodeProto, helper, numpy_helper

_CELLS, _PLANES = [0, 2, 3, 1], [0, 3, 1, 2]
"""Orders of axes that put the channels last, and first."""
_SCALE, _ZERO = np.float32(1 / 64), np.uint8(128)


def slim(small: onnx.ModelProto) -> None:
    """Changes ``small``, a network whose input is bytes, so that it answers the same in less time.

    What is not built as `models.exporting` builds it is left as it is.
    """
    graph = _Graph(small.graph)
    for node in list(small.graph.node):
        if node.op_type == "QuantizeLinear":
            _take_bytes(graph, node)
        elif node.op_type == "Resize":
            _copy_cells(graph, node)
        elif node.op_type == "Transpose" and node.output[0] == small.graph.output[0].name:
            _multiply_cells(graph, node)
    graph.forget_unused()


def _take_bytes(graph: _Graph, quantize: NodeProto) -> None:
    """The input's bytes for what is made of them and put into the same bytes again."""
    chain = [quantize, *graph.made_before(quantize, ("Sub", "Mul", "Cast", "Transpose"))]
    scale, zero = (graph.value(name) for name in quantize.input[1:])
    if len(chain) < 5 or not np.isclose(scale, _SCALE) or zero != _ZERO:
        return
    source, planes = chain[-1].input[0], quantize.output[0]
    graph.replace(chain, [helper.make_node("Transpose", [source], [planes], planes, perm=_PLANES)])


def _copy_cells(graph: _Graph, resize: NodeProto) -> None:
    """Twice each cell side by side, then twice each row of cells, for an enlargement to the double."""
    dequantize, quantize = graph.made_by[resize.input[0]], graph.user(resize.output[0])
    if list(graph.value(resize.input[2])) != [1, 1, 2, 2] or quantize.op_type != "QuantizeLinear":
        return
    own = {part: f"{resize.name}_{part}" for part in ("cells", "pairs", "wide", "shape", "larger", "rows", "all")}
    beside = graph.store(f"{resize.name}_beside", np.array([0, 0, -1, graph.channels(dequantize.input[0])]))
    twice = graph.store(f"{resize.name}_twice", np.array([1, 2, 1, 1]))
    steps = [
        ("Transpose", [dequantize.input[0]], "cells", {"perm": _CELLS}),
        ("Concat", [own["cells"], own["cells"]], "pairs", {"axis": 3}),
        ("Reshape", [own["pairs"], beside], "wide", {}),
        ("Shape", [own["wide"]], "shape", {}),
        ("Mul", [own["shape"], twice], "larger", {}),
        ("Concat", [own["wide"], own["wide"]], "rows", {"axis": 2}),
        ("Reshape", [own["rows"], own["larger"]], "all", {}),
    ]
    made = [helper.make_node(kind, given, [own[part]], own[part], **more) for kind, given, part, more in steps]
    made.append(helper.make_node("Transpose", [own["all"]], [quantize.output[0]], resize.name, perm=_PLANES))
    graph.replace([resize, quantize], made)


def _multiply_cells(graph: _Graph, transpose: NodeProto) -> None:
    """A product of matrices for a last convolution that sees one cell and is then turned to have channels last."""
    conv = graph.made_by[transpose.input[0]]
    if conv.op_type != "Conv" or graph.value(conv.input[1]).shape[2:] != (1, 1):
        return
    weights = graph.value(conv.input[1])[:, :, 0, 0]
    columns = graph.store(f"{conv.input[1]}_columns", np.ascontiguousarray(weights.T))
    flat = graph.store(f"{conv.name}_flat", np.array([-1, weights.shape[1]]))
    last = graph.store(f"{conv.name}_last", np.array([len(weights)]))
    own = {part: f"{conv.name}_{part}" for part in ("cells", "list", "answers", "size", "shape")}
    steps = [
        ("Transpose", [conv.input[0]], own["cells"], {"perm": _CELLS}),
        ("Reshape", [own["cells"], flat], own["list"], {}),
        ("Gemm", [own["list"], columns, conv.input[2]], own["answers"], {}),
        ("Shape", [own["cells"]], own["size"], {"end": 3}),
        ("Concat", [own["size"], last], own["shape"], {"axis": 0}),
        ("Reshape", [own["answers"], own["shape"]], transpose.output[0], {}),
    ]
    made = [helper.make_node(kind, given, [answer], answer, **more) for kind, given, answer, more in steps]
    graph.replace([conv, transpose], made)


class _Graph:
    """A network's graph, in which some steps are replaced by others."""

    def __init__(self, graph: onnx.GraphProto) -> None:
        self._graph = graph
        self._stored = {one.name: one for one in graph.initializer}
        self.made_by = {name: node for node in graph.node for name in node.output}

    def value(self, name: str) -> NDArray[np.generic]:
        """The constant ``name``."""
        return np.asarray(numpy_helper.to_array(self._stored[name]))

    def store(self, name: str, value: NDArray[np.generic]) -> str:
        """The ``name`` of a new constant."""
        self._graph.initializer.append(numpy_helper.from_array(value, name))
        return name

    def user(self, name: str) -> NodeProto:
        """The first step that takes ``name``."""
        return next(node for node in self._graph.node if name in node.input)

    def channels(self, name: str) -> int:
        """How many channels ``name`` has, the eight-bit answer of a convolution."""
        conv = self.made_by[self.made_by[name].input[0]]
        return len(self.value(self.made_by[conv.input[1]].input[0]))

    def made_before(self, node: NodeProto, kinds: tuple[str, ...]) -> list[NodeProto]:
        """The steps of ``kinds``, in this order, that lead to ``node``, last things first, as far as they are so."""
        steps: list[NodeProto] = []
        for kind in kinds:
            before = self.made_by.get((steps or [node])[-1].input[0])
            if before is None or before.op_type != kind:
                break
            steps.append(before)
        return steps

    def replace(self, old: list[NodeProto], new: list[NodeProto]) -> None:
        """Puts ``new`` where the last of ``old`` was."""
        nodes = list(self._graph.node)
        last = max(at for at, node in enumerate(nodes) if node in old)
        kept = [*(node for node in nodes[:last] if node not in old), *new, *nodes[last + 1 :]]
        del self._graph.node[:]
        self._graph.node.extend(kept)
        self.made_by = {name: node for node in self._graph.node for name in node.output}

    def forget_unused(self) -> None:
        """Leaves out the constants, and what was noted of shapes, that no step takes any more."""
        taken = {name for node in self._graph.node for name in node.input}
        kept = [one for one in self._graph.initializer if one.name in taken]
        del self._graph.initializer[:]
        self._graph.initializer.extend(kept)
        del self._graph.value_info[:]
