"""Export a trained small reader: `python -m models.tile_reader_small.export RUN/last.pt SHARDS`."""

from __future__ import annotations

import numpy as np

from models.onnx_export import ExportInput, given_to_export, ship
from models.tile_reader.export import LABELS, patches
from models.tile_reader_small.network import SmallReaderNet


def main() -> None:
    """Write tile_reader_small.onnx and tile_reader_small.int8.onnx, and pin them."""
    given = given_to_export(__doc__)
    example = np.concatenate(list(patches(given.shards, 6)))
    samples = patches(given.shards, 120)
    shipment = ExportInput("tile_reader_small", example, {0: "batch"}, samples, LABELS)
    ship(SmallReaderNet(), given.weights, shipment, given.into)


if __name__ == "__main__":
    main()
