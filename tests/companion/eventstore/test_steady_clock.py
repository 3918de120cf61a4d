"""The clock of a house runs on evenly: what is done to that of the machine, or a restart, changes no running round."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from companion.eventstore.steady_clock import KEPT_S, SteadyClock

HOUR_S = 3600.0


class Machine:
    """A machine whose clock can be set, that can be restarted."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "clock.json"
        self.wall_s, self.steady_s, self.boot = 1_800_000_000.0, 50.0, "one"

    def clock(self) -> SteadyClock:
        clock = SteadyClock(self.file, lambda: self.wall_s, lambda: self.steady_s, lambda: self.boot)
        clock.jump_s()
        return clock

    def passes(self, seconds: float) -> None:
        self.wall_s += seconds
        self.steady_s += seconds

    def boots(self, away_s: float) -> None:
        self.wall_s += away_s
        self.steady_s, self.boot = 10.0, "two"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize("step_s", [HOUR_S, -HOUR_S, 9 * 365 * 24 * HOUR_S])
@pytest.mark.parametrize("restarts", [False, True], ids=["runs on", "is begun anew"])
def test_a_step_of_the_clock_changes_nothing_and_is_said(machine: Machine, step_s: float, restarts: bool):
    clock = machine.clock()
    began_s = clock()
    machine.passes(600)
    machine.wall_s += step_s
    assert clock.jump_s() == pytest.approx(step_s)
    machine.passes(300)
    if restarts:
        clock = machine.clock()
    assert clock() - began_s == pytest.approx(900)
    assert clock.jump_s() == pytest.approx(step_s)


def test_a_clock_that_is_kept_right_has_not_jumped(machine: Machine):
    clock = machine.clock()
    machine.wall_s += 1.5
    assert clock.jump_s() == 0


def test_long_after_a_jump_the_clock_of_the_machine_counts_again(machine: Machine):
    clock = machine.clock()
    machine.wall_s += HOUR_S
    assert clock.jump_s() == HOUR_S
    for _ in range(14):
        machine.passes(HOUR_S)
        clock.jump_s()
    assert clock() == pytest.approx(machine.wall_s)
    assert clock.jump_s() == 0


@pytest.mark.parametrize(
    ("step_s", "away_s", "passed_s"),
    [
        (0, 120, 120),
        (HOUR_S, 120, 120),
        (-HOUR_S, 120, 120),
        (0, -2 * HOUR_S, 0),
    ],
    ids=["as it was", "after an hour forwards", "after an hour back", "a machine that forgot the time"],
)
def test_after_the_machine_was_restarted_the_anchor_is_used(
    machine: Machine, step_s: float, away_s: float, passed_s: float
):
    clock = machine.clock()
    machine.wall_s += step_s
    clock.jump_s()
    machine.passes(61)
    clock.jump_s()
    before_s = clock()
    machine.boots(away_s)
    assert machine.clock()() - before_s == pytest.approx(passed_s)


@pytest.mark.parametrize("kept", ["", "[]", "{}", '{"boot": "one"}', '{"boot": "one", "steady_s": "x", "now_s": 1}'])
def test_an_anchor_that_cannot_be_read_is_none(machine: Machine, kept: str):
    machine.file.write_text(kept)
    assert machine.clock()() == machine.wall_s


def test_an_old_anchor_is_none(machine: Machine):
    clock = machine.clock()
    machine.wall_s += HOUR_S
    clock.jump_s()
    machine.passes(KEPT_S + 1)
    assert machine.clock()() == machine.wall_s


def test_it_never_goes_back(machine: Machine):
    clock, seen = machine.clock(), []
    for step_s in (5, -HOUR_S, HOUR_S, -7, 0):
        machine.passes(1)
        machine.wall_s += step_s
        clock.jump_s()
        seen.append(clock())
    assert all(one < other for one, other in itertools.pairwise(seen))
