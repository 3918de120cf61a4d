"""What rounding shifts is taken back. Needs the train extra: `make setup-train`, then `pytest -m train`."""

from pathlib import Path

import cv2
import numpy as np
import pytest

pytestmark = pytest.mark.train
onnx = pytest.importorskip("onnx", reason="the train extra is not installed: make setup-train")

MODELS = Path(__file__).parents[2] / "models" / "tile_reader"
DEMO = Path(__file__).parents[2] / "companion" / "demo"


def patches():
    """Parts of a real scene, of a patch's size."""
    picture = cv2.imread(str(DEMO / "turn-6.jpg"))
    corners = [(y, x) for y in range(0, 640, 80) for x in range(0, 1200, 80)]
    return np.stack([picture[y : y + 64, x : x + 48] for y, x in corners])


def answers(model):
    from onnxruntime import InferenceSession

    return InferenceSession(model.SerializeToString()).run(None, {"input": patches()})[0]


def spoil(model):
    """Shifts what the channels of each layer answer, and stretches one; the first is slimmed, and stays as it is."""
    from onnx import numpy_helper

    for tensor in model.graph.initializer:
        value = numpy_helper.to_array(tensor)
        if tensor.name.endswith("bias_quantized"):
            tensor.CopyFrom(numpy_helper.from_array(value + np.int32(0.2 * np.abs(value).mean()), tensor.name))
        if tensor.name == "body.1.0.weight_scale":
            tensor.CopyFrom(numpy_helper.from_array(np.float32(value * 1.05), tensor.name))


def test_layers_that_were_shifted_answer_again_as_in_single_precision():
    from models.quantization_correction import correct

    full, small = (onnx.load(str(MODELS / f"tile_reader{kind}.onnx")) for kind in ("", ".int8"))
    wanted = answers(full)
    spoil(small)
    spoiled = np.abs(answers(small) - wanted).mean()
    correct(full, small, [patches()])
    assert np.abs(answers(small) - wanted).mean() < 0.3 * spoiled
