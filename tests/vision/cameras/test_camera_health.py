"""What is said of a camera that shows nothing."""

from __future__ import annotations

import pytest

from vision.cameras import CameraHealth, CameraState, CameraTrouble, parse_source

SAID = [
    # the source as somebody writes it, and how each language begins to say that it cannot be opened
    ("0", "No se puede abrir la cámara «0»: fijate que esté enchufada", "The camera “0” cannot be opened"),
    (
        "http://192.168.0.20:8080/video",
        "La dirección «http://192.168.0.20:8080/video» no contesta: fijate que esté bien escrita",
        "The address “http://192.168.0.20:8080/video” does not answer",
    ),
    ("rtsp://ana:secret@camara.local/1", "La dirección «rtsp://", "The address “rtsp://"),
]


@pytest.mark.parametrize(("source", "spanish", "english"), SAID)
def test_a_camera_that_cannot_be_opened_is_spoken_of_as_what_it_is(source: str, spanish: str, english: str) -> None:
    shown = parse_source(source, dict).shown
    health = CameraHealth(state=CameraState.LOST, trouble=CameraTrouble.UNOPENED, source=shown)
    assert health.sentence("es").startswith(spanish)
    assert health.sentence("en").startswith(english)
    assert "secret" not in health.sentence("es")
