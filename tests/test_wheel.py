"""The built wheel works on its own: commands, pages, profiles and networks travel inside it."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[1]
LARGEST_BYTES = 20_000_000


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """A folder that holds nothing but what the wheel holds."""
    folder = tmp_path_factory.mktemp("wheel")
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    assert Path(wheel).stat().st_size < LARGEST_BYTES
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def burako(site, *arguments):
    """The command as installed from the wheel, run where no checkout is near."""
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONSAFEPATH": "1", "BURAKO_LANG": "en"}
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, cwd=site, env=environment, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    "inside",
    [
        "engine/profiles/clasico.toml",
        "companion/demo/turn-1.jpg",
        "companion/demo/hand/film.mp4",
        "companion/demo/hand/film.json",
        "companion/dashboard/templates",
        "companion/printing/fonts/DejaVuSans.ttf",
        "companion/printing/fonts/LICENSE",
        "companion/dashboard/translations/en/LC_MESSAGES/messages.mo",
        "models/manifest.toml",
        "vision/py.typed",
    ],
)
def test_what_is_no_code_travels_along(unpacked, inside):
    assert (unpacked / inside).exists()


def test_the_wheel_brings_no_tests_and_no_recipes(unpacked):
    assert not (unpacked / "tests").exists()
    assert not list(unpacked.rglob("train.py"))


def test_a_photograph_is_read_by_the_networks_inside(unpacked):
    done = burako(unpacked, "read", str(ROOT / "companion/demo/turn-6.jpg"), "--json")
    assert done.returncode == 0, done.stderr
    assert '"11b 12b 13b 1b"' in done.stdout


def test_a_meld_is_judged_by_the_profiles_inside(unpacked):
    done = burako(unpacked, "meld", "5r 6r J 8r", "--json")
    assert done.returncode == 0, done.stderr
    assert '"lawful": true' in done.stdout
