"""Optimise the graph of an eight-bit network for onnxruntime on CPUs without changing its answers.

The bytes of a picture, over 64 and less 2, are already eight bits with a scale of 1/64 and a zero point of 128. A first
layer with channels in fours reads them directly, and one with three channels copies each byte. Upsampling by two
gathers single elements, where whole cells can be copied. And a last 1×1 convolution is a matrix product over cells with
contiguous channels.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import NodeProto, helper, numpy_helper

_CELLS, _PLANES = [0, 2, 3, 1], [0, 3, 1, 2]
"""Orders of axes that put the channels last, and first."""
_SCALE, _ZERO = np.float32(1 / 64), np.uint8(128)
_COLUMNS = 4
"""So many columns of a picture side by side have channels by fours; the sides of a picture are multiples of it."""


def slim(small: onnx.ModelProto) -> None:
    """Optimise ``small``, a network whose input is bytes, in place; its answers are unchanged.

    Whatever differs from the pattern of `models.onnx_export` is left as it is. The last nodes are changed first, since
    their rewriting depends on how earlier ones were built.
    """
    graph = _Graph(small.graph)
    for node in reversed(list(small.graph.node)):
        if node.op_type == "QuantizeLinear":
            _take_bytes(graph, node)
        elif node.op_type == "Resize":
            _copy_cells(graph, node)
        elif node.op_type == "Transpose" and node.output[0] == small.graph.output[0].name:
            _multiply_cells(graph, node)
    graph.forget_unused()


def _take_bytes(graph: _Graph, quantize: NodeProto) -> None:
    """Use the input's bytes instead of values dequantised from and requantised to the same bytes."""
    chain = [quantize, *graph.made_before(quantize, ("Sub", "Mul", "Cast", "Transpose"))]
    scale, zero = (graph.value(name) for name in quantize.input[1:])
    if len(chain) < 5 or not np.isclose(scale, _SCALE) or zero != _ZERO:
        return
    source, planes = chain[-1].input[0], quantize.output[0]
    graph.replace(chain, [helper.make_node("Transpose", [source], [planes], planes, perm=_PLANES)])
    _join_columns(graph, graph.user(graph.user(planes).output[0]), source)


def _join_columns(graph: _Graph, conv: NodeProto, source: str) -> None:
    """Replace the first convolution by one over cells of four columns of ``source`` each.

    It computes as many output columns at once as it joins, which are then separated again.
    """
    seen, quantize = graph.made_by[conv.input[0]], graph.user(conv.output[0])
    weights, pads, strides = graph.weights(conv), graph.ints(conv, "pads"), graph.ints(conv, "strides")
    joined, before, after = _joined(weights, strides[1], pads[1])
    times = _COLUMNS // strides[1]
    parts = ("joined", "planes", "seen", "many", "bytes", "cells", "parted")
    own = {part: f"{conv.output[0]}_{part}" for part in parts}
    inward = graph.store(f"{conv.output[0]}_inward", np.array([0, 0, -1, _COLUMNS * weights.shape[1]]))
    outward = graph.store(f"{conv.output[0]}_outward", np.array([0, 0, -1, len(weights)]))
    kernel = {"kernel_shape": joined.shape[2:], "strides": [strides[0], 1], "pads": [pads[0], before, pads[2], after]}
    filters = [graph.dequantized(name, times, joined if at == 0 else None) for at, name in enumerate(conv.input[1:])]
    steps: list[tuple[str, list[str], str, dict[str, Any]]] = [
        ("Reshape", [source, inward], own["joined"], {}),
        ("Transpose", [own["joined"]], own["planes"], {"perm": _PLANES}),
        ("DequantizeLinear", [own["planes"], *seen.input[1:]], own["seen"], {}),
        ("Conv", [own["seen"], *(node.output[0] for node in filters)], own["many"], kernel),
        ("QuantizeLinear", [own["many"], *quantize.input[1:]], own["bytes"], {}),
        ("Transpose", [own["bytes"]], own["cells"], {"perm": _CELLS}),
        ("Reshape", [own["cells"], outward], own["parted"], {}),
        ("Transpose", [own["parted"]], quantize.output[0], {"perm": _PLANES}),
    ]
    made = [helper.make_node(kind, given, [answer], answer, **more) for kind, given, answer, more in steps]
    graph.replace([conv, quantize], [*filters, *made])


def _joined(weights: NDArray[Any], stride: int, pad: int) -> tuple[NDArray[Any], int, int]:
    """Convolution ``weights`` (outward, inward, rows, columns) for joined columns, with the new padding before and
    after.

    The columns that it answers come one after the other.
    """
    outward, inward, rows, width = weights.shape
    before, after = -(-pad // _COLUMNS), (_COLUMNS - stride + width - 1 - pad) // _COLUMNS
    times, cells = _COLUMNS // stride, before + 1 + after
    joined = np.zeros((times, outward, cells * _COLUMNS, inward, rows), weights.dtype)
    for answered in range(times):
        first = before * _COLUMNS + answered * stride - pad
        joined[answered, :, first : first + width] = weights.transpose(0, 3, 1, 2)
    parts = joined.reshape(times * outward, cells, _COLUMNS * inward, rows)
    return np.ascontiguousarray(parts.transpose(0, 2, 3, 1)), before, after


def _copy_cells(graph: _Graph, resize: NodeProto) -> None:
    """Upsample by two: repeat each cell, then each row of cells."""
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
    """A matrix product in place of a last 1×1 convolution followed by a transpose to channels last."""
    conv = graph.made_by[transpose.input[0]]
    if conv.op_type != "Conv" or graph.value(conv.input[1]).shape[2:] != (1, 1):
        return
    weights, seen = graph.value(conv.input[1])[:, :, 0, 0], graph.made_by[conv.input[0]]
    columns = graph.store(f"{conv.input[1]}_columns", np.ascontiguousarray(weights.T))
    flat = graph.store(f"{conv.name}_flat", np.array([-1, weights.shape[1]]))
    last = graph.store(f"{conv.name}_last", np.array([len(weights)]))
    own = {part: f"{conv.name}_{part}" for part in ("cells", "list", "numbers", "answers", "size", "shape")}
    steps = [
        ("Transpose", [seen.input[0]], own["cells"], {"perm": _CELLS}),
        ("Reshape", [own["cells"], flat], own["list"], {}),
        ("DequantizeLinear", [own["list"], *seen.input[1:]], own["numbers"], {}),
        ("Gemm", [own["numbers"], columns, conv.input[2]], own["answers"], {}),
        ("Shape", [own["cells"]], own["size"], {"end": 3}),
        ("Concat", [own["size"], last], own["shape"], {"axis": 0}),
        ("Reshape", [own["answers"], own["shape"]], transpose.output[0], {}),
    ]
    made = [helper.make_node(kind, given, [answer], answer, **more) for kind, given, answer, more in steps]
    graph.replace([conv, transpose], made)


class _Graph:
    """A network's graph during rewriting."""

    def __init__(self, graph: onnx.GraphProto) -> None:
        self._graph = graph
        self._stored = {tensor.name: tensor for tensor in graph.initializer}
        self.made_by = {name: node for node in graph.node for name in node.output}

    def value(self, name: str) -> NDArray[np.generic]:
        """The constant ``name``."""
        return np.asarray(numpy_helper.to_array(self._stored[name]))

    def store(self, name: str, value: NDArray[np.generic]) -> str:
        """Add a constant and return its ``name``."""
        self._graph.initializer.append(numpy_helper.from_array(value, name))
        return name

    def weights(self, conv: NodeProto) -> NDArray[Any]:
        """The eight-bit weights (outward, inward, rows, columns) of a convolution."""
        return self.value(self.made_by[conv.input[1]].input[0])

    def dequantized(self, name: str, times: int, values: NDArray[Any] | None = None) -> NodeProto:
        """A dequantisation node for ``name``, with its scales and zero points repeated ``times`` or given as
        ``values``."""
        source, *measures = (self.value(part) for part in self.made_by[name].input)
        parts = [np.tile(source, times) if values is None else values]
        parts += [np.tile(part, times) if part.ndim else part for part in measures]
        stored = [self.store(f"{name}_joined_{at}", part) for at, part in enumerate(parts)]
        joined = f"{name}_joined"
        return helper.make_node("DequantizeLinear", stored, [joined], joined, axis=0)

    def ints(self, node: NodeProto, name: str) -> list[int]:
        """The integers of a node's attribute ``name``."""
        return next(list(attribute.ints) for attribute in node.attribute if attribute.name == name)

    def user(self, name: str) -> NodeProto:
        """The first node that consumes ``name``."""
        return next(node for node in self._graph.node if name in node.input)

    def channels(self, name: str) -> int:
        """The number of channels of ``name``, the eight-bit output of a convolution."""
        return len(self.weights(self.made_by[self.made_by[name].input[0]]))

    def made_before(self, node: NodeProto, kinds: tuple[str, ...]) -> list[NodeProto]:
        """The chain of nodes of ``kinds``, in this order, that leads to ``node``, last first, as far as it matches."""
        steps: list[NodeProto] = []
        for kind in kinds:
            before = self.made_by.get((steps or [node])[-1].input[0])
            if before is None or before.op_type != kind:
                break
            steps.append(before)
        return steps

    def replace(self, old: list[NodeProto], new: list[NodeProto]) -> None:
        """Put ``new`` where the last of ``old`` was."""
        nodes = list(self._graph.node)
        last = max(at for at, node in enumerate(nodes) if node in old)
        kept = [*(node for node in nodes[:last] if node not in old), *new, *nodes[last + 1 :]]
        del self._graph.node[:]
        self._graph.node.extend(kept)
        self.made_by = {name: node for node in self._graph.node for name in node.output}

    def forget_unused(self) -> None:
        """Remove unused nodes, constants, and shape annotations."""
        taken = {tensor.name for tensor in self._graph.output}
        needed = []
        for node in reversed(self._graph.node):
            if taken.intersection(node.output):
                needed.append(node)
                taken.update(node.input)
        del self._graph.node[:]
        self._graph.node.extend(reversed(needed))
        kept = [tensor for tensor in self._graph.initializer if tensor.name in taken]
        del self._graph.initializer[:]
        self._graph.initializer.extend(kept)
        del self._graph.value_info[:]
