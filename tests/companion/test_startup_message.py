"""The way in for whoever organises can be followed, also on a machine that is in no network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.eventstore import find_data_folder
from companion.server.startup_message import _way_in


@dataclass
class Told:
    """What a greeting needs to know of a server."""

    data_folder: object
    address: str = "0.0.0.0"
    port: int = 8000
    public_url: str | None = None
    encryption: object = None
    language: str = "es"


@pytest.mark.parametrize(
    ("told", "home"),
    [
        ({}, "http://127.0.0.1:8000/"),
        ({"encryption": object()}, "https://127.0.0.1:8000/"),
        ({"address": "192.168.0.7"}, "http://192.168.0.7:8000/"),
        ({"public_url": "http://192.168.0.7:8000/"}, "http://192.168.0.7:8000/"),
    ],
)
def test_the_link_leads_to_the_pages(tmp_path: Path, told: dict, home: str) -> None:
    said = _way_in(Told(find_data_folder(tmp_path, environment={}), **told))
    assert f"enlace, acá o en tu teléfono: {home}join/" in said
