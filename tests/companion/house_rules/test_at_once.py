"""Two people who change the rule sets of a house at the same moment, on one server or on two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.eventstore import RULE_SETS, Journal
from companion.house_rules.rule_set_store import MOST_SETS, RuleSets
from companion.house_rules.service import RuleSetService
from companion.match_commands import Sender
from companion.refusal import RulesRefused
from companion.view_models.house_rules import RuleSetRequest


class Between(Journal):
    """A journal in which something happens just before an entry is written."""

    happens: Callable[[], object] | None = None

    def append(self, draft, after):
        """Writes after what happens."""
        happens, self.happens = self.happens, None
        if happens:
            happens()
        return super().append(draft, after)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Between]:
    url = f"sqlite:///{tmp_path / 'story.sqlite'}"
    first = Between(Journal.open(url)._database)
    yield first
    first.close()


def by(key: str) -> Sender:
    return Sender(author=key, key=f"key of {key}")


def test_of_two_who_make_one_title_the_second_is_told(journal: Between):
    here, there = RuleSets(journal), RuleSets(Journal(journal._database))
    journal.happens = lambda: there.make("Los jueves", "clasico", {"max_wilds": 2}, by("Beto"))
    with pytest.raises(RulesRefused):
        here.make("Los jueves", "clasico", {"max_wilds": 1}, by("Ana"))
    assert [(kept.newest.title, dict(kept.newest.changes)) for kept in here.kept()] == [
        ("Los jueves", {"max_wilds": 2})
    ]


def test_two_files_of_one_title_get_two_titles(journal: Between):
    here, there = RuleSets(journal), RuleSets(Journal(journal._database))
    journal.happens = lambda: there.make("Los jueves", "clasico", {"max_wilds": 2}, by("Beto"), numbered=True)
    here.make("Los jueves", "clasico", {"max_wilds": 1}, by("Ana"), numbered=True)
    assert {kept.newest.title for kept in here.kept()} == {"Los jueves", "Los jueves 2"}


def test_the_limit_holds_for_two_at_once(journal: Between):
    here, there = RuleSets(journal), RuleSets(Journal(journal._database))
    for number in range(MOST_SETS - 1):
        here.make(f"Juego {number}", "clasico", {}, by(f"{number}"))
    journal.happens = lambda: there.make("Los jueves", "clasico", {}, by("Beto"))
    with pytest.raises(RulesRefused):
        here.make("Los viernes", "clasico", {}, by("Ana"))
    assert len(here.kept()) == MOST_SETS


def test_of_two_who_change_what_both_saw_the_second_is_told(journal: Between):
    sets = RuleSets(journal)
    service = RuleSetService(sets, lambda _laws: ())
    name = sets.make("Los jueves", "clasico", {}, by("Eva")).newest.name
    seen, other = sets.called(name).newest.number, RuleSets(Journal(journal._database))
    journal.happens = lambda: other.change(other.called(name), "Los jueves", {"max_wilds": 2}, by("Beto"), seen)
    with pytest.raises(RulesRefused) as refused:
        service.keep(RuleSetRequest(name=name, title="Los viernes", revision=seen), by("Ana"))
    assert refused.value.status == 409
    assert [entry.said.author for entry in journal.entries(RULE_SETS)] == ["Eva", "Beto"]
