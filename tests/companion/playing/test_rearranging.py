"""A table of everybody is laid anew by hand, several melds in a turn: where tiles of any melds may go, and the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.playing.game_commands import TakeBack, Tiles
from companion.refusal import GameRefused
from companion.view_models.game import Targets
from tests.companion.playing.sitting import Sitting, bag_for


class Table:
    """Ana's second turn at rummikub, after she opened with melds of her own."""

    def __init__(self, folder: Path, *melds: str, rack: str = "") -> None:
        tiles = " ".join((*melds, rack)).split()
        rest = "13k" if len(tiles) < 14 else ""
        self.sitting = Sitting(folder, bag_for("rummikub", " ".join([*tiles, rest]), "1k 2y 4y", mazo="13r"))
        self.sitting.begins(rules="rummikub")
        self.sitting.plays(*(f"0 lay {meld}" for meld in melds), "0 end", "1 draw", "1 end")
        self.first = {meld: one.number for meld, one in zip(melds, self.sitting.view().hand.melds, strict=True)}

    def chooses(self, rack: str = "", **taken: str) -> Targets:
        """The places for tiles of the rack, and those of melds ``m1``, ``m2``, in the order in which they were laid."""
        numbers = list(self.first.values())
        named = [f"{numbers[int(key[1:]) - 1]}:{tile}" for key, tiles in taken.items() for tile in tiles.split()]
        return self.sitting.room.targets(
            self.sitting.game, self.sitting.tickets[0].token, Tiles(rack=rack, taken=" ".join(named)), "es"
        )

    @property
    def melds(self) -> list[str]:
        return [row.meld for row in self.sitting.view().hand.melds]


SEVERAL = [
    # melds that lie there, tiles left on the rack, what is chosen, and the table after the new meld or None
    (["7r 7k 7y 7b", "8b 9b 10b 11b"], "6b", {"m1": "7b", "m2": "8b"}, ["7r 7k 7y", "9b 10b 11b", "6b 7b 8b"]),
    (["4r 5r 6r 7r 8r 9r 10r"], "7k 7b", {"m1": "7r"}, ["4r 5r 6r", "8r 9r 10r", "7k 7b 7r"]),
    (["10k 10r 10y", "11k 11r 11y"], "12k", {"m1": "10k", "m2": "11k"}, ["10r 10y", "11r 11y", "10k 11k 12k"]),
    (["10k 11k 12k", "3r 4r 5r"], "6r", {"m1": "10k 11k 12k", "m2": "3r 4r 5r"}, None),
    (["10k 10r 10y", "4k 4r 4y"], "4b", {"m2": "4k 4r 4y"}, ["10k 10r 10y", "4b 4k 4r 4y"]),
    (["10k 10r 10y 10b", "11k 11r 11y 11b", "12k 12r 12y 12b"], "", {"m1": "10k", "m2": "11k", "m3": "12k"},
     ["10r 10y 10b", "11r 11y 11b", "12r 12y 12b", "10k 11k 12k"]),
]  # fmt: skip


@pytest.mark.parametrize(("melds", "rack", "taken", "after"), SEVERAL)
def test_tiles_of_several_melds_make_a_new_one(
    tmp_path: Path, melds: list[str], rack: str, taken: dict[str, str], after: list[str] | None
) -> None:
    table = Table(tmp_path, *melds, rack=rack)
    found = table.chooses(rack, **taken)
    assert (found.new is None) == (after is None), found
    if after is None:
        assert found.why
        return
    table.sitting.plays(str(found.new))
    assert sorted(map(sorted, (meld.split() for meld in table.melds))) == sorted(
        map(sorted, (o.split() for o in after))
    )


def test_tiles_of_two_melds_go_to_a_third(tmp_path: Path) -> None:
    table = Table(tmp_path, "7r 7k 7y 7b", "8b 8k 8y 8r", "9b 10b 11b")
    found = table.chooses(m1="7b", m2="8b")
    third = table.first["9b 10b 11b"]
    assert [meld.number for meld in found.melds] == [third]
    table.sitting.plays(found.melds[0].moves[0])
    assert table.melds == ["7r 7k 7y", "8k 8y 8r", "7b 8b 9b 10b 11b"]
    assert {table.sitting.view().hand.melds[at].number for at in range(3)} == {*table.first.values()}


def test_the_whole_turn_is_judged_at_its_end_and_taken_back_step_by_step(tmp_path: Path) -> None:
    table = Table(tmp_path, "10k 10r 10y", "11k 11r 11y", rack="12k 10b 11b")
    sitting, lay = table.sitting, table.melds
    sitting.plays(str(table.chooses("12k", m1="10k", m2="11k").new))
    assert [row.lawful for row in sitting.view().hand.melds] == [False, False, True]
    with pytest.raises(GameRefused) as refused:
        sitting.plays("0 end")
    violations = refused.value.violations("es")
    assert len([fault for fault in violations if fault.code == "TABLE_INVALID"]) == 2
    for tile, meld in (("10b", "10r 10y"), ("11b", "11r 11y")):
        found = table.chooses(tile)
        goes = next(target for target in found.melds if meld.split()[0] in target.moves[0])
        sitting.plays(goes.moves[0])
    after = table.melds
    sitting.says(0, TakeBack(), TakeBack(), TakeBack())
    assert table.melds == lay
    assert "undo" not in sitting.view().may
    sitting.plays(str(table.chooses("12k", m1="10k", m2="11k").new))
    for tile in ("10b", "11b"):
        sitting.plays(table.chooses(tile).melds[0].moves[0])
    assert table.melds == after
    sitting.plays("0 end")
    assert sitting.view().hand.turn == 1


@pytest.mark.parametrize(
    ("taken_home", "code"),
    [("0 rearrange #{0} : 10k 10r 10y", "TAKEN_HOME"), ("0 rearrange #{1} : 4r 5r 6r", "JOKER_KEPT")],
)
def test_what_left_the_table_must_come_back(tmp_path: Path, taken_home: str, code: str) -> None:
    table = Table(tmp_path, "10k 10r 10y 10b", "J 4r 5r 6r", rack="10b")
    table.sitting.plays(taken_home.format(*table.first.values()))
    with pytest.raises(GameRefused) as refused:
        table.sitting.plays("0 end")
    assert code in {violation.code for violation in refused.value.violations("en")}
    table.sitting.says(0, TakeBack())
    assert table.melds == ["10k 10r 10y 10b", "J=3r 4r 5r 6r"]


@pytest.mark.parametrize("taken", ["99:7b", "x:7b", "-1:7b", "12345678:7b", "1:13y", ":7b", "1:7b 1:7b"])
def test_tiles_that_are_not_in_that_meld_are_refused(tmp_path: Path, taken: str) -> None:
    table = Table(tmp_path, "7r 7k 7y 7b", "8b 9b 10b 11b", rack="6b")
    first = next(iter(table.first.values()))
    said = taken.replace("1:", f"{first}:") if taken.startswith("1:") else taken
    with pytest.raises(GameRefused, match="no está en la mesa"):
        table.sitting.room.targets(
            table.sitting.game, table.sitting.tickets[0].token, Tiles(rack="6b", taken=said), "es"
        )
