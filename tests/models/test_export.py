"""What is exported answers like what was trained. Needs the train extra: `make setup-train`, then `pytest -m train`."""

import numpy as np
import pytest

pytestmark = [
    pytest.mark.train,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]
torch = pytest.importorskip("torch", reason="PyTorch is not installed: make setup-train")

MOST = 1e-4


def networks():
    """Each network with an example, an example of another size, and its movable axes."""
    from models.tile_detector.network import TileDetectorNet
    from models.tile_reader.network import TileReaderNet
    from models.tile_reader_small.network import SmallReaderNet

    rng = np.random.default_rng(2)
    torch.manual_seed(2)
    return {
        "detector": (TileDetectorNet(), rng.integers(0, 255, (1, 96, 128, 3)).astype(np.uint8),
                     rng.integers(0, 255, (1, 160, 96, 3)).astype(np.uint8), {1: "height", 2: "width"}),
        "reader": (TileReaderNet(), rng.integers(0, 255, (5, 64, 48, 3)).astype(np.uint8),
                   rng.integers(0, 255, (9, 64, 48, 3)).astype(np.uint8), {0: "batch"}),
        "small reader": (SmallReaderNet(), rng.integers(0, 255, (5, 64, 48, 3)).astype(np.uint8),
                         rng.integers(0, 255, (9, 64, 48, 3)).astype(np.uint8), {0: "batch"}),
    }  # fmt: skip


def shipment(name, example, moving):
    from models.onnx_export import ExportInput

    outputs = ("output", "features") if name == "reader" else ("output",)
    return ExportInput(name, example, moving, [example], {"words": "a b"}, outputs)


@pytest.mark.parametrize("name", ["detector", "reader", "small reader"])
def test_the_file_answers_like_the_trained_network_at_any_size(name, tmp_path):
    from models.onnx_export import export, largest_difference

    net, example, other, moving = networks()[name]
    path = tmp_path / "net.onnx"
    export(net, shipment(name, example, moving), path)
    assert largest_difference(net, path, example) <= MOST
    assert largest_difference(net, path, other) <= MOST


def test_eight_bits_keep_the_answer(tmp_path):
    import onnx
    import onnxruntime
    from onnx import numpy_helper

    from models.onnx_export import export, quantize

    net, example, _, moving = networks()["reader"]
    full, small = tmp_path / "full.onnx", tmp_path / "small.onnx"
    export(net, shipment("reader", example, moving), full)
    quantize(full, small, [example] * 4, {"words": "a b"})
    answers = [onnxruntime.InferenceSession(str(path)).run(None, {"input": example})[0] for path in (full, small)]
    assert np.abs(answers[0] - answers[1]).max() < 0.2 * np.abs(answers[0]).max()
    assert small.stat().st_size < 0.4 * full.stat().st_size
    assert onnxruntime.InferenceSession(str(small)).get_modelmeta().custom_metadata_map == {"words": "a b"}
    whole = [
        numpy_helper.to_array(tensor)
        for tensor in onnx.load(small).graph.initializer
        if tensor.data_type == onnx.TensorProto.INT8
    ]
    assert max(np.abs(weights.astype(int)).max() for weights in whole) <= 64
