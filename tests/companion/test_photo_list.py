"""A state is folded for its list only after something was written, for matches and for tournaments alike."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from companion.errors import DamagedJournal, JournalError
from companion.eventstore.summaries import SummaryIndex
from engine.rules.rules import RulesError


@dataclass
class Told:
    """Stories that are numbers: how much was said of each, and who is away."""

    said: dict[str, int]
    away: set[str] = field(default_factory=set)
    folded: list[str] = field(default_factory=list)

    def entries(self, name: str, after: int, _mark: str = "") -> list[Line]:
        return [Line(f"{name}{number}") for number in range(after, self.said.get(name, 0))]

    def story(self, name: str) -> Fold | None:
        self.folded.append(name)
        return Fold(self.said[name], name in self.away) if name in self.said else None


@dataclass(frozen=True)
class Line:
    checksum: str


@dataclass(frozen=True)
class Fold:
    revision: int
    is_shelved: bool


@pytest.fixture
def told() -> Told:
    return Told({"a": 1, "b": 2, "c": 3, "d": 4}, {"b"})


@pytest.fixture
def listing(told: Told) -> SummaryIndex:
    return SummaryIndex(
        told.entries, told.story, lambda story, language: f"{language}{story.revision}", "{}: {}".format
    )


@pytest.mark.parametrize(
    ("first", "most", "shelved", "cards"),
    [
        (0, 9, False, ("es1", "es3", "es4")),
        (1, 1, False, ("es3",)),
        (3, 9, False, ()),
        (0, 9, True, ("es2",)),
    ],
)
def test_those_put_away_are_listed_apart(listing: SummaryIndex, first: int, most: int, shelved: bool, cards: tuple):
    assert listing.cards([*"abcd"], "es", first, most, shelved=shelved) == cards


def test_only_what_is_shown_and_new_is_folded(told: Told, listing: SummaryIndex):
    listing.cards([*"abcd"], "es", 0, 2, shelved=False)
    assert told.folded == [*"abc"]
    assert listing.cards([*"abcd"], "en", 0, 3, shelved=False) == ("en1", "en3", "en4")
    assert told.folded == [*"abcd"]
    told.said["a"] = 7
    assert listing.cards([*"abcd"], "es", 0, 1, shelved=False) == ("es7",)
    assert told.folded == [*"abcda"]


def test_what_is_not_there_is_not_listed(listing: SummaryIndex):
    assert listing.of("nope") is None
    assert listing.cards(["nope", "a"], "es", 0, 9, shelved=False) == ("es1",)


@pytest.mark.parametrize(
    "trouble",
    [
        DamagedJournal("b"),
        JournalError("story not told", name="b"),
        KeyError("title"),
        RecursionError(),
        RulesError("extends_itself", path="x"),
    ],
    ids=repr,
)
def test_one_that_cannot_be_told_is_a_line_and_all_others_are_there(
    told: Told, listing: SummaryIndex, trouble: Exception, monkeypatch: pytest.MonkeyPatch
):
    def fails(name: str) -> Fold | None:
        if name == "b":
            raise trouble
        return told.story(name)

    monkeypatch.setattr(listing, "_state", fails)
    cards = listing.cards([*"abc"], "es", 0, 9, shelved=False)
    assert (cards[0], cards[1][:3], cards[2]) == ("es1", "b: ", "es3")
    assert len(cards[1]) > len("b: ")
    monkeypatch.undo()
    assert listing.cards([*"abc"], "es", 0, 9, shelved=False) == ("es1", "es3")


def test_a_database_that_does_not_answer_breaks_the_list(
    told: Told, listing: SummaryIndex, monkeypatch: pytest.MonkeyPatch
):
    def fails(_name: str) -> None:
        raise JournalError("story not opened", reason="gone")

    monkeypatch.setattr(listing, "_state", fails)
    with pytest.raises(JournalError):
        listing.cards([*"abc"], "es", 0, 9, shelved=False)
