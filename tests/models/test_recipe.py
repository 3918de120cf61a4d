"""The way to the networks: what is run, in which order, what is not run twice, and all of it once in small."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.recipe import RECIPE, Command, RunSetting, Stage, follow, stages, versions

ROOT = Path(__file__).parents[2]
FOUND = stages()
SMALL = [
    Stage("windows", "windows", ("draw {bulk}/windows --count 40000",)),
    Stage("network", "network", ("learn {bulk}/windows --out {bulk}/network --steps 900", "look {bulk}/network")),
    Stage("crops", "crops", ("cut {photos}/rummikub-crops {bulk}/crops",)),
    Stage("more windows", "windows", ("draw {bulk}/windows --count 100",)),
    Stage("mean", "mean", ("mean {bulk}/network {bulk}/windows",)),
]


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Photographs of single tiles, none of which is one."""
    for name in ("1", "J"):
        folder = tmp_path / "photos" / "rummikub-crops" / name
        folder.mkdir(parents=True)
        for at in range(3):
            picture = np.random.default_rng(at).integers(0, 255, (80, 60, 3), np.uint8)
            cv2.imwrite(str(folder / f"{at}.png"), picture)
    return tmp_path / "photos"


@pytest.mark.parametrize("stage", FOUND, ids=lambda stage: stage.name)
def test_a_stage_reads_what_an_earlier_one_wrote(stage: Stage) -> None:
    before = {earlier.writes for earlier in FOUND[: FOUND.index(stage)]}
    assert stage.writes in stage.reads, "a stage writes to a folder that its commands name"
    assert {*stage.reads} - {stage.writes} <= before


@pytest.mark.parametrize("stage", FOUND, ids=lambda stage: stage.name)
def test_a_command_is_a_module_of_ours(stage: Stage) -> None:
    for command in map(RunSetting(Path("b"), Path("p")).command, stage.commands):
        assert (ROOT / f"{command[0].replace('.', '/')}.py").is_file()
        assert "--minutes" not in command, "lengths are steps"


def test_every_training_says_where_its_steps_come_from() -> None:
    for stage in tomllib.loads(RECIPE.read_text("utf-8"))["stage"]:
        assert ("--steps" in stage["run"]) == bool(stage.get("steps"))


def test_what_is_done_is_not_done_again(tmp_path: Path, photos: Path) -> None:
    ran: list[str] = []
    setting = RunSetting(tmp_path / "bulk", photos)

    def run(command: Command) -> int:
        ran.append(command[0])
        return int(ran == ["draw", "learn", "look"])

    with pytest.raises(SystemExit, match="2/5 network: look ended with 1"):
        follow(SMALL, setting, run)
    follow(SMALL, setting, run)
    assert ran == ["draw", "learn", "look", "learn", "look", "cut", "draw", "mean"]
    follow(SMALL, setting, run)
    assert len(ran) == 8


def changed(at: int, command: str) -> Sequence[Stage]:
    """The small recipe with another command."""
    return [replace(one, commands=(command,)) if at == place else one for place, one in enumerate(SMALL)]


CHANGES = {
    # the recipe, and the stages that are other ones by it
    "nothing": (SMALL, ()),
    "more windows at first": (changed(0, "draw {bulk}/windows --count 50000"), (0, 1, 3, 4)),
    "another training": (changed(1, "learn {bulk}/windows --out {bulk}/network --steps 800"), (1, 4)),
    "more windows later": (changed(3, "draw {bulk}/windows --count 200"), (3, 4)),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_makes_another_stage_of_all_that_rest_on_it(name: str, tmp_path: Path, photos: Path) -> None:
    recipe, others = CHANGES[name]
    setting = RunSetting(tmp_path / "bulk", photos)
    pairs = zip(versions(SMALL, setting), versions(recipe, setting), strict=True)
    assert tuple(at for at, (one, other) in enumerate(pairs) if one != other) == others


def test_other_photographs_make_another_stage(tmp_path: Path, photos: Path) -> None:
    setting = RunSetting(tmp_path / "bulk", photos)
    before = list(versions(SMALL, setting))
    (photos / "rummikub-crops" / "1" / "0.png").unlink()
    assert [one == other for one, other in zip(before, versions(SMALL, setting), strict=True)] == [
        True,
        True,
        False,
        True,
        True,
    ]


def test_a_folder_that_another_recipe_began_is_left_alone(tmp_path: Path, photos: Path) -> None:
    setting = RunSetting(tmp_path / "bulk", photos)
    follow(SMALL, setting, lambda _command: 0)
    with pytest.raises(SystemExit, match="begun by another recipe"):
        follow(changed(1, "learn {bulk}/windows --out {bulk}/network --steps 800"), setting, lambda _command: 0)


@pytest.mark.parametrize(
    ("written", "rehearsed"),
    [
        ("models.tile_detector.train {bulk}/w --steps 28750", "models.tile_detector.train B/w --steps 29"),
        ("models.tile_detector.train {bulk}/w --steps 900", "models.tile_detector.train B/w --steps 2"),
        ("models.checkpoint_averaging {bulk}/a/last.pt", "models.checkpoint_averaging B/a/last.pt"),
        (
            "datasets.synthetic_tables.generate {bulk}/w --count 40000 --photographs --seed 7",
            "datasets.synthetic_tables.generate B/w --count 40 --seed 7 --shard 8 --fewest-fonts 0",
        ),
    ],
)
def test_a_rehearsal_takes_less_of_everything(written: str, rehearsed: str) -> None:
    assert " ".join(RunSetting(Path("B"), Path("P"), 0.001).command(written)) == rehearsed


@pytest.mark.train
@pytest.mark.timeout(3600)
def test_the_recipe_in_small_gives_networks_that_read(tmp_path: Path, photos: Path) -> None:
    """All stages from nothing, with a few windows and steps each: the way is whole, whatever such networks see."""
    for needed in ("torch", "mitsuba"):
        pytest.importorskip(needed, reason="make train installs it")
    result = subprocess.run(
        [sys.executable, "-m", "models.recipe", str(photos), "--bulk", str(tmp_path / "bulk"), "--scale", "1e-6"],
        cwd=ROOT, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr[-2000:]
    networks = tmp_path / "bulk" / "networks"
    pinned = tomllib.loads((networks / "manifest.toml").read_text("utf-8"))
    assert {pin["file"] for pin in pinned.values()} == {
        str(path.relative_to(networks)) for path in networks.rglob("*") if path.suffix in (".onnx", ".npz")
    }
    shutil.rmtree(tmp_path / "bulk")
