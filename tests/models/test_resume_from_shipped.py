"""A shipped file is trained on. Needs the train extra: `make setup-train`, then `pytest -m train`."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.train
torch = pytest.importorskip("torch", reason="PyTorch is not installed: make setup-train")
MODELS = Path(__file__).parents[2] / "models"


def networks():
    from models.tile_detector.network import TileDetectorNet
    from models.tile_reader.network import TileReaderNet

    return {"tile_detector": (TileDetectorNet, (2, 3, 128, 128)), "tile_reader": (TileReaderNet, (64, 3, 64, 48))}


def answer_of(path, pictures):
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    as_bytes = ((pictures + 2) * 64).permute(0, 2, 3, 1).to(torch.uint8).numpy()
    return [session.run(None, {"input": batch})[0] for batch in (as_bytes[:1], as_bytes[1:2])]


@pytest.mark.parametrize("name", ["tile_detector", "tile_reader"])
def test_what_is_reopened_answers_like_the_file(name):
    from models.resume_from_shipped import reopen

    make, shape = networks()[name]
    torch.manual_seed(3)
    pictures = torch.randint(0, 256, shape).float() / 64 - 2
    path, net = MODELS / name / f"{name}.onnx", make()
    reopen(net, path, pictures)
    asked = torch.randint(0, 256, shape).float() / 64 - 2
    with torch.no_grad():
        found = net.eval().features(asked)
    found = found.permute(0, 2, 3, 1) if found.dim() == 4 else found
    for at, expected in enumerate(answer_of(path, asked)):
        assert torch.allclose(found[at], torch.from_numpy(expected[0]), rtol=1e-3, atol=1e-3)
    for part in net.modules():
        if isinstance(part, torch.nn.BatchNorm2d):
            assert not torch.allclose(part.running_var, torch.ones_like(part.running_var))


def test_a_file_of_another_network_is_refused():
    from models.resume_from_shipped import reopen

    net, pictures = networks()["tile_reader"][0](), torch.zeros(2, 3, 64, 48)
    with pytest.raises(KeyError):
        reopen(net, MODELS / "tile_detector" / "tile_detector.onnx", pictures)
