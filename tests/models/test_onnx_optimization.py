"""Eight-bit networks answer the same in less time. Needs the train extra: `make setup-train`; `pytest -m train`."""

import numpy as np
import pytest

pytestmark = pytest.mark.train
onnx = pytest.importorskip("onnx", reason="the train extra is not installed: make setup-train")

PICTURES = np.random.default_rng(4).integers(0, 256, (1, 64, 96, 3), np.uint8)


def constant(name, value):
    return onnx.numpy_helper.from_array(np.asarray(value), name)


def eight_bits(name, of, scale="scale", zero="zero"):
    """Steps that put ``of`` into eight bits and take it out again, as ``name``."""
    return [
        onnx.helper.make_node("QuantizeLinear", [of, scale, zero], [f"{name}_bytes"], f"{name}_bytes"),
        onnx.helper.make_node("DequantizeLinear", [f"{name}_bytes", scale, zero], [name], name),
    ]


def network(less=2.0):
    """As `models.onnx_export` builds one: bytes / 64 - ``less``, a layer, enlarged to the double, a last layer."""
    rng = np.random.default_rng(3)
    stored = {
        "by": np.float32(1 / 64), "less": np.float32(less), "in_scale": np.float32(1 / 64), "in_zero": np.uint8(128),
        "scale": np.float32(0.05), "zero": np.uint8(0), "twice": np.float32([1, 1, 2, 2]),
        "weights": rng.integers(-60, 60, (5, 3, 3, 3)).astype(np.int8), "weight_scale": np.float32(0.01),
        "weight_zero": np.int8(0), "last": rng.normal(0, 1, (4, 5, 1, 1)).astype(np.float32),
        "last_bias": rng.normal(0, 1, 4).astype(np.float32),
    }  # fmt: skip
    node = onnx.helper.make_node
    nodes = [
        node("Transpose", ["input"], ["planes"], perm=[0, 3, 1, 2]),
        node("Cast", ["planes"], ["numbers"], to=onnx.TensorProto.FLOAT),
        node("Mul", ["numbers", "by"], ["scaled"]),
        node("Sub", ["scaled", "less"], ["normal"]),
        *eight_bits("seen", "normal", "in_scale", "in_zero"),
        node("DequantizeLinear", ["weights", "weight_scale", "weight_zero"], ["weights_out"]),
        node("Conv", ["seen", "weights_out"], ["one"], pads=[1, 1, 1, 1], strides=[2, 2]),
        *eight_bits("one_out", "one"),
        node("Resize", ["one_out", "", "twice"], ["large"], "enlarge", mode="nearest", nearest_mode="floor",
             coordinate_transformation_mode="asymmetric"),
        *eight_bits("large_out", "large"),
        node("Conv", ["large_out", "last", "last_bias"], ["answer"], "head"),
        node("Transpose", ["answer"], ["output"], perm=[0, 2, 3, 1]),
    ]  # fmt: skip
    info = onnx.helper.make_tensor_value_info
    given = info("input", onnx.TensorProto.UINT8, [1, "height", "width", 3])
    told = info("output", onnx.TensorProto.FLOAT, [1, "h", "w", 4])
    graph = onnx.helper.make_graph(nodes, "small", [given], [told], [constant(*weight) for weight in stored.items()])
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 20)], ir_version=10)


def answers(model):
    from onnxruntime import InferenceSession

    return InferenceSession(model.SerializeToString()).run(None, {"input": PICTURES})[0]


def test_a_slimmed_network_answers_the_same_without_its_slow_steps():
    from models.onnx_optimization import slim

    model = network()
    before = answers(model)
    slim(model)
    onnx.checker.check_model(model)
    assert answers(model) == pytest.approx(before, abs=1e-5)
    kinds = [node.op_type for node in model.graph.node]
    assert not {"Cast", "Sub", "Resize"} & set(kinds)
    assert kinds.count("Conv") == 1
    used = {name for node in model.graph.node for name in node.input} | {"output"}
    assert all(used.intersection(node.output) for node in model.graph.node)


def test_a_picture_that_is_brought_to_other_numbers_stays_as_it_is():
    from models.onnx_optimization import slim

    model = network(less=1.0)
    model.graph.initializer[3].CopyFrom(constant("in_zero", np.uint8(64)))
    before = answers(model)
    slim(model)
    assert answers(model) == pytest.approx(before, abs=1e-5)
    assert "Cast" in [node.op_type for node in model.graph.node]
