"""Export trained networks to ONNX: labels inside, int8 quantisation, hashes in the manifest."""

from __future__ import annotations

import argparse
import hashlib
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import vision  # noqa: F401 before onnxruntime, which then reports its use to nobody

# isort: split
import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models.onnx_optimization import slim
from models.quantization_correction import correct
from models.resume_from_shipped import averaged_in

SHIPPED = Path(__file__).parent
MANIFEST = SHIPPED / "manifest.toml"
MOST_DIFFERENCE = 1e-3
U8 = NDArray[np.uint8]


class _Samples(CalibrationDataReader):
    def __init__(self, samples: Iterable[U8]) -> None:
        self._samples: Iterator[U8] = iter(samples)

    def get_next(self) -> dict[str, U8] | None:
        sample = next(self._samples, None)
        return None if sample is None else {"input": sample}


@dataclass(frozen=True, slots=True)
class ExportInput:
    """The input of an export: one network, its weights and samples."""

    name: str
    """Its folder and its entry in the manifest."""
    example: U8
    moving: Mapping[int, str]
    """The input's axes of any size, by name."""
    samples: Iterable[U8]
    """Inputs from which the ranges of the eight-bit file are measured."""
    labels: Mapping[str, str]
    """What is written inside the file."""
    outputs: tuple[str, ...] = ("output",)
    """Names of the network's outputs."""


def given_to_export(description: str | None) -> argparse.Namespace:
    """The words of a command that exports a network: ``weights``, ``shards`` and ``into``."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("weights", type=Path)
    parser.add_argument("shards", type=Path)
    parser.add_argument("--into", type=Path, default=SHIPPED, help="folder of the files and their manifest")
    return parser.parse_args()


def ship(net: torch.nn.Module, weights: Path, shipment: ExportInput, into: Path = SHIPPED) -> bool:
    """Export both files of the network with the averaged weights in ``weights`` to ``into``, and pin them in its
    manifest.

    Where ``weights`` is the shipped file in single precision itself, only the eight-bit file is made again. Returns
    whether there are new weights.
    Raises SystemExit when the file answers otherwise than PyTorch.
    """
    folder = into / shipment.name
    folder.mkdir(parents=True, exist_ok=True)
    full, small = folder / f"{shipment.name}.onnx", folder / f"{shipment.name}.int8.onnx"
    is_new = weights.resolve() != full
    if is_new:
        net.load_state_dict(averaged_in(weights))
        export(net, shipment, full)
        difference = largest_difference(net, full, shipment.example)
        if difference > MOST_DIFFERENCE:
            raise SystemExit(f"the exported network differs from the trained one by {difference}")
    quantize(full, small, shipment.samples, shipment.labels)
    for path in (full, small):
        pin(path.name.removesuffix(".onnx").replace(".", "_"), path, into / MANIFEST.name)
        print(path.name, path.stat().st_size, "bytes")
    return is_new


def export(net: torch.nn.Module, shipment: ExportInput, path: Path) -> None:
    """Write ``net`` to ``path`` in single precision."""
    net.eval()
    sizes = {axis: torch.export.Dim(name, min=1, max=4096) if name == "batch" else torch.export.Dim.DYNAMIC
             for axis, name in shipment.moving.items()}  # fmt: skip
    named = {"input_names": ["input"], "output_names": list(shipment.outputs)}
    example = (torch.from_numpy(shipment.example),)
    program = torch.onnx.export(net, example, dynamo=True, dynamic_shapes=(sizes,), verbose=False, **named)
    assert program is not None
    program.save(str(path), external_data=False)
    _label(path, shipment.labels)


def quantize(source: Path, target: Path, samples: Iterable[U8], labels: Mapping[str, str]) -> None:
    """Write ``source`` with eight-bit convolutions to ``target``; the last layer stays in single precision.

    The bias shift by rounding is measured on every second one of ``samples`` and corrected.

    Weights take seven of the eight bits: processors without 8-bit dot products add two products in sixteen bits, which
    weights of full range overflow, so that the same file would read otherwise there (ONNX Runtime's documentation of
    quantization says so of AVX2).
    """
    samples = list(samples)
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(str(source), str(prepared), skip_symbolic_shape=True)
        last = [node.name for node in onnx.load(str(prepared)).graph.node if node.op_type in ("Conv", "Gemm")][-1]
        kinds = ["Conv", "Gemm", "MatMul", "Add", "Relu", "Resize"]
        quantize_static(str(prepared), str(target), _Samples(samples), quant_format=QuantFormat.QDQ, per_channel=True,
                        op_types_to_quantize=kinds, nodes_to_exclude=[last], activation_type=QuantType.QUInt8,
                        weight_type=QuantType.QInt8, reduce_range=True)  # fmt: skip
    small = onnx.load(str(target))
    correct(onnx.load(str(source)), small, samples[::2])
    slim(small)
    onnx.save(small, str(target))
    _label(target, labels)


def largest_difference(net: torch.nn.Module, path: Path, example: U8) -> float:
    """The largest absolute difference between the trained network's first answers and the file's."""
    with torch.no_grad():
        answer = net.eval()(torch.from_numpy(example))
    expected = (answer[0] if isinstance(answer, tuple) else answer).numpy()
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return float(np.abs(expected - session.run(None, {"input": example})[0]).max())


def pin(entry: str, path: Path, manifest: Path = MANIFEST) -> None:
    """Write the file's SHA-256 into the ``[entry]`` of a manifest, copied from the shipped one where it is missing."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    text = (manifest if manifest.exists() else MANIFEST).read_text()
    pattern = rf'(\[{re.escape(entry)}\][^\[]*?sha256\s*=\s*")[0-9a-f]*(")'
    changed, count = re.subn(pattern, rf"\g<1>{digest}\g<2>", text, flags=re.S)
    if count != 1:
        raise SystemExit(f"{manifest} has no entry [{entry}] with a sha256")
    manifest.write_text(changed)


def _label(path: Path, labels: Mapping[str, str]) -> None:
    model = onnx.load(str(path))
    del model.metadata_props[:]
    for key, value in labels.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    for node in model.graph.node:
        del node.metadata_props[:]
        node.doc_string = ""
    onnx.save(model, str(path))
