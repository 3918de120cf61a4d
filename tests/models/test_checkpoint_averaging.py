"""Checkpoints of one network become one."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")


def test_weights_are_averaged_and_counters_stay_whole():
    from models.checkpoint_averaging import averaged

    one = {"weight": torch.tensor([1.0, 3.0]), "steps": torch.tensor(4)}
    other = {"weight": torch.tensor([3.0, 5.0]), "steps": torch.tensor(8)}
    found = averaged([one, other])
    assert found["weight"].tolist() == [2.0, 4.0]
    assert (found["steps"].item(), found["steps"].dtype) == (6, torch.int64)


def lively(seed):
    """A small network whose normalisations have met something, one of them with a negative gain."""
    from models.conv_block import block

    torch.manual_seed(seed)
    net = torch.nn.Sequential(block(3, 4), block(4, 2))
    for part in net.modules():
        if isinstance(part, torch.nn.BatchNorm2d):
            part.running_mean.normal_()
            part.running_var.uniform_(0.2, 3)
            part.weight.data.normal_()
            part.bias.data.normal_()
    return net.eval()


def test_a_levelled_network_answers_as_before():
    from models.checkpoint_averaging import level

    net, pictures = lively(1), torch.randn(2, 3, 6, 6)
    before = net(pictures)
    net.load_state_dict(level(net.state_dict()))
    assert torch.allclose(net(pictures), before, atol=1e-5)


def test_a_first_layer_of_the_mean_answers_the_mean():
    from models.checkpoint_averaging import averaged

    one, other, pictures = lively(1), lively(2), torch.randn(2, 3, 6, 6)
    expected = (one[0][:2](pictures) + other[0][:2](pictures)) / 2
    one.load_state_dict(averaged([one.state_dict(), other.state_dict()]))
    assert torch.allclose(one[0][:2](pictures), expected, atol=1e-5)


def test_the_mean_of_a_network_with_its_own_file_is_the_network(tmp_path):
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    from models.checkpoint_averaging import averaged, level, normalised_like

    net, pictures = lively(3), torch.randn(2, 3, 6, 6)
    held = {}
    for at in "01":
        weights = level(net.state_dict())
        held[f"{at}.0.weight"] = weights[f"{at}.0.weight"]
        held[f"{at}.0.weight_bias"] = weights[f"{at}.1.bias"] - weights[f"{at}.1.running_mean"]
    tensors = [numpy_helper.from_array(value.detach().numpy(), name) for name, value in held.items()]
    empty = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])
    file = tmp_path / "net.onnx"
    onnx.save(helper.make_model(helper.make_graph([], "net", [empty], [], tensors)), str(file))
    before = net(pictures)
    net.load_state_dict(averaged([net.state_dict(), normalised_like(file, net.state_dict())]))
    assert torch.allclose(net(pictures), before, atol=1e-5)
