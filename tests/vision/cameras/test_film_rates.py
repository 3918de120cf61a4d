"""Films of any rate, that begin late, or of which a part is cut away: what they show at which moment."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.vision.cameras.film_files import made, needs_ffmpeg
from vision.cameras.video_recording import open_film

H264 = ("-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "5")
RATES = {
    # how a film of twenty greys, a tenth of a second apart, is made
    "29.97 a second": ("-r", "30000/1001", *H264),
    "120 a second": ("-r", "120", *H264),
    "25 a second": ("-r", "25", *H264),
    "begins five seconds late": ("-output_ts_offset", "5", *H264),
}


@needs_ffmpeg
@pytest.mark.parametrize("name", RATES)
def test_whatever_its_rate_and_beginning_a_film_shows_the_same_at_the_same_moment(name: str, tmp_path: Path) -> None:
    film = open_film(made(tmp_path / "a.mp4", *RATES[name]), 10)
    shown = []
    while shot := film.next():
        shown.append((shot.due_s, float(shot.bgr.mean())))
    film.close()
    assert [due_s for due_s, _ in shown] == pytest.approx([place / 10 for place in range(20)], abs=0.045)
    greys = [grey for _, grey in shown]
    assert np.diff(greys).min() > 4, "each lighter than the one before: none is shown twice, none left out"


@needs_ffmpeg
def test_what_an_edit_list_leaves_out_is_not_shown(tmp_path: Path) -> None:
    """Cut without being made anew, a film still holds what comes before the cut, and says that this is not shown."""
    whole = made(tmp_path / "a.mp4", *H264)
    cut = tmp_path / "cut.mp4"
    command = ["ffmpeg", "-v", "error", "-y", "-nostdin", "-ss", "0.3", "-i", str(whole), "-c", "copy", str(cut)]
    subprocess.run(command, check=True)
    shown = []
    film = open_film(cut, 10)
    while shot := film.next():
        shown.append((round(shot.due_s, 2), float(shot.bgr.mean())))
    film.close()
    greys = []
    film = open_film(whole, 10)
    while shot := film.next():
        greys.append(float(shot.bgr.mean()))
    film.close()
    assert shown == [(round(place / 10, 2), pytest.approx(grey, abs=1)) for place, grey in enumerate(greys[3:])]
