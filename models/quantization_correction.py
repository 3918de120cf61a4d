"""Correct the shift and scale of a layer's outputs caused by quantising its weights.

The shift is the bias correction of Nagel et al., "Data-Free Quantization Through Weight Equalization and Bias
Correction" (2019), section 4.2, measured on samples; the scale is the least-squares slope beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import vision  # noqa: F401 before onnxruntime, which then reports its use to nobody

# isort: split
import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import helper, numpy_helper

MOST_STRETCH = 0.1
"""No channel is stretched by more: one that hardly varies says nothing of its slope."""
EVERY = 7
"""Of the cells of a layer's answer every so many are compared."""
F64 = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Layer:
    """One convolution, or fully connected layer, of both networks, by the names of its tensors."""

    full_answer: str
    small_answer: str
    weight_scale: str
    bias: str
    bias_scale: str


def correct(full: onnx.ModelProto, small: onnx.ModelProto, samples: Sequence[NDArray[np.uint8]]) -> None:
    """Correct ``small``, the eight-bit form of ``full``, so that its layers' mean outputs equal those of ``full``.

    Layer by layer from the first, so that each is measured with all before it corrected. Only scales and biases change:
    the file stays as fast as it was. A layer that is not in eight bits, has no bias, or has another name than that of
    ``full`` is left unchanged.
    """
    for layer in _layers(full, small):
        wanted = _answers(full, layer.full_answer, samples)
        given = _answers(small, layer.small_answer, samples)
        middle, off = wanted.mean(axis=1), given.mean(axis=1)
        varied = given - off[:, None]
        slope = ((wanted - middle[:, None]) * varied).mean(axis=1) / ((varied**2).mean(axis=1) + 1e-12)
        _adjust(small, layer, np.clip(slope, 1 - MOST_STRETCH, 1 + MOST_STRETCH), (middle, off))


def _adjust(small: onnx.ModelProto, layer: _Layer, slope: F64, means: tuple[F64, F64]) -> None:
    """Rescale a channel from w·x + b to slope·w·x + c, with c such that its mean is the wanted one."""
    middle, off = means
    stored = {tensor.name: tensor for tensor in small.graph.initializer}
    whole, scale = (numpy_helper.to_array(stored[name]) for name in (layer.bias, layer.bias_scale))
    bias = middle - slope * (off - whole * scale.astype(np.float64))
    finer = (scale * slope).astype(np.float32)
    weights = numpy_helper.to_array(stored[layer.weight_scale]) * slope
    for name, value in ((layer.weight_scale, weights.astype(np.float32)), (layer.bias_scale, finer),
                        (layer.bias, np.round(bias / finer).astype(np.int32))):  # fmt: skip
        stored[name].CopyFrom(numpy_helper.from_array(value, name))


def _layers(full: onnx.ModelProto, small: onnx.ModelProto) -> list[_Layer]:
    """The eight-bit layers in order."""
    answers = {node.input[1]: node.output[0] for node in full.graph.node if node.op_type in ("Conv", "Gemm")}
    made_by = {name: node for node in small.graph.node for name in node.output}
    layers = []
    for node in small.graph.node:
        if node.op_type in ("Conv", "Gemm") and len(node.input) == 3 and made_by.keys() >= set(node.input):
            _, weight, bias = (made_by[name] for name in node.input)
            name = weight.output[0].removesuffix("_DequantizeLinear_Output")
            if name in answers:
                layers.append(_Layer(answers[name], node.output[0], weight.input[1], bias.input[0], bias.input[1]))
    return layers


def _answers(model: onnx.ModelProto, name: str, samples: Sequence[NDArray[np.uint8]]) -> F64:
    """(channels, cells): the outputs of the layer ``name`` for ``samples``."""
    looked_into = onnx.ModelProto()
    looked_into.CopyFrom(model)
    if name not in {output.name for output in model.graph.output}:
        looked_into.graph.output.append(helper.make_empty_tensor_value_info(name))
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(looked_into.SerializeToString(), options)
    answers = (session.run([name], {"input": sample})[0] for sample in samples)
    cells = [np.moveaxis(answer, 1, 0).reshape(answer.shape[1], -1) for answer in answers]
    return np.asarray(np.concatenate(cells, axis=1)[:, ::EVERY], np.float64)
