"""The service of leagues for the pages: create, change, show, export and delete."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from threading import RLock

from companion.errors import JournalError
from companion.eventstore.change_marks import is_overtaken
from companion.eventstore.command_digest import digest
from companion.league.evening_cache import EveningStore, EveningSummary
from companion.league.evening_reader import EveningReader, Later, MarksOf, StateOf, beside
from companion.league.evenings import Evening, MadeOf, parts_of, person
from companion.league.exports import league_paper
from companion.league.season import OF, Of, Row, SeasonRule, table
from companion.league.store import LONGEST_TITLE, MOST_EVENINGS, MOST_PLACES, MOST_POINTS, League, LeagueStore
from companion.league.wording import CONFLICT, FULL, MISSING, NOBODY, refuse
from companion.naming import one_line
from companion.refusal import LeagueRefused, TranslatableRefusal
from companion.view_models.exported_files import Paper
from companion.view_models.league import EveningView, HeadToHeadView, LeagueCard, LeagueRow, LeagueSnapshot

_ID_LETTERS = 9
_KEPT_KEYS = 200
"""How many forms that changed a league are told from another of the same key."""
_Reckoned = tuple[SeasonRule, list[EveningSummary], tuple[Row, ...]]
"""The rows of a table, and of what they were reckoned."""


class LeagueService:
    """The leagues of a data folder. Thread-safe; every failure raises LeagueRefused."""

    def __init__(
        self, leagues: LeagueStore, state: StateOf, marks: MarksOf, made_in: MadeOf, later: Later = beside
    ) -> None:
        """``state`` returns a tournament by name, ``marks`` its version marks, ``made_in`` the statistics of the
        sides of a match; ``later`` runs a function in the background."""
        self._leagues = leagues
        self._later = later
        self._read = EveningReader(EveningStore(leagues.folder / "evenings"), state, marks, made_in, later)
        self._tables: dict[tuple[str, Of], _Reckoned] = {}
        self._erased: set[str] = set()
        self._lock = RLock()

    def cards(self, *, is_private: bool) -> tuple[LeagueCard, ...]:
        """The leagues by title: all of them, or the public ones."""
        shown = (league for league in self._leagues.all() if is_private or league.is_public)
        return tuple(
            LeagueCard(
                league=league.name, title=league.title, evenings=len(league.evenings), is_public=league.is_public
            )
            for league in shown
        )

    def is_public(self, name: str) -> bool:
        """Whether the league is public."""
        return self._league(name).is_public

    def make(self, title: str, key: str) -> str:
        """Create a league and return its name.

        The same key again gives the same league; it is refused with another title, and where that league was erased
        since the program began.
        """
        name = "l" + sha256(f"league {key}".encode()).hexdigest()[:_ID_LETTERS]
        title = _title(title)
        asked = digest(title)
        with self._lock:
            known = self._leagues.find(name)
            if known is None:
                if name in self._erased:
                    refuse("no such league", MISSING)
                self._keep(League(name=name, title=title, rule=SeasonRule(), asked=asked))
            elif known.asked not in ("", asked):
                refuse("sent before", CONFLICT)
        return name

    def change(self, name: str, title: str, numbers: Mapping[str, int], places: Sequence[int], seen: str = "") -> None:
        """Change the title and the season rule; ``numbers`` are fields of SeasonRule by name.

        Refused where the league has another mark by now than the one ``seen``.
        """
        sound = [0 <= number <= MOST_POINTS for number in (*numbers.values(), *places)]
        if not all(sound) or len(places) > MOST_PLACES:
            refuse("points", most=MOST_POINTS, places=MOST_PLACES)
        known = {key: numbers.get(key, 0) for key in ("won", "level", "lost", "came", "best")}
        rule = SeasonRule(places=tuple(places), **known)
        with self._lock:
            league = self._league(name)
            changed = replace(league, title=_title(title), rule=rule)
            if changed != league and is_overtaken(seen, league.settings_mark):
                refuse("changed", CONFLICT)
            self._keep(changed)

    def add(self, name: str, tournament: str, key: str = "") -> None:
        """Add a tournament as an evening; the same ``key`` again changes nothing more, here as below."""
        self._league(name)
        try:
            self._read.evening(tournament)
        except TranslatableRefusal:
            refuse("no such tournament", MISSING)
        except JournalError as error:
            raise LeagueRefused.of(error) from error
        with self._lock:
            if league := self._unless_done(name, key, ("add", tournament)):
                if len(league.evenings) >= MOST_EVENINGS:
                    refuse("too many", most=MOST_EVENINGS)
                self._keep(replace(league, evenings=tuple(dict.fromkeys((*league.evenings, tournament)))))

    def drop(self, name: str, tournament: str, key: str = "") -> None:
        """Remove an evening."""
        with self._lock:
            if league := self._unless_done(name, key, ("drop", tournament)):
                others = tuple(evening for evening in league.evenings if evening != tournament)
                self._keep(replace(league, evenings=others))
        self._forget([tournament])

    def share(self, name: str, *, is_public: bool, key: str = "") -> None:
        """Make the league public, or visible to organisers only."""
        with self._lock:
            if league := self._unless_done(name, key, ("share", is_public)):
                self._keep(replace(league, is_public=is_public))

    def hide(self, name: str, person: str, *, is_hidden: bool, key: str = "") -> None:
        """Hide the name of a person in the league, or show it again."""
        with self._lock:
            if league := self._unless_done(name, key, ("hide", self._league(name).mark(person), is_hidden)):
                if not person.strip():
                    refuse("no name")
                others = tuple(mark for mark in league.hidden if mark != league.mark(person))
                self._keep(replace(league, hidden=(*others, league.mark(person)) if is_hidden else others))

    def erase(self, name: str) -> None:
        """Delete a league; its tournaments stay."""
        with self._lock:
            league = self._league(name)
            try:
                self._leagues.erase(name)
            except OSError as error:
                refuse("not kept", FULL, reason=error.strerror or error)
            self._erased.add(name)
        self._forget(league.evenings)

    def prepare(self) -> None:
        """Compute the evenings of all leagues in the background where the cache lacks them."""
        self._later(lambda: self._read.refresh([name for league in self._leagues.all() for name in league.evenings]))

    def snapshot(self, name: str, language: str, of: str = "players", *, is_exact: bool = False) -> LeagueSnapshot:
        """The view of a league in ``language``; ``of`` is one of ``OF``.

        Unchanged evenings may be as an earlier version computed them until they are recomputed; not if ``is_exact``.
        """
        league = self._league(name)
        whose: Of = next((choice for choice in OF if choice == of), "players")
        found = self._read.evenings(league.evenings, is_exact=is_exact)
        told = [summary for summary in found if isinstance(summary, EveningSummary)]
        rows = self._table(league, whose, told)
        views = [_view(summary.evening) for summary in told]
        troubled = [
            EveningView(evening, evening, 0.0, 0, trouble.sentence(language))
            for evening, trouble in zip(league.evenings, found, strict=True)
            if not isinstance(trouble, EveningSummary)
        ]
        rule = league.rule
        return LeagueSnapshot(
            league=league.name, title=league.title, is_public=league.is_public, of=whose, won=rule.won,
            level=rule.level, lost=rule.lost, came=rule.came, places=rule.places, best=rule.best,
            hidden=len(league.hidden), mark=league.settings_mark,
            evenings=(*sorted(views, key=lambda evening: -evening.began_s), *troubled),
            rows=_shown(rows, league, language),
        )  # fmt: skip

    def paper(self, name: str, form: str, language: str, of: str = "players") -> Paper | None:
        """The table as a ``csv``, ``xlsx`` or ``json`` file; None for another format."""
        return league_paper(self.snapshot(name, language, of, is_exact=True), form, language)

    def _league(self, name: str) -> League:
        return self._leagues.find(name) or refuse("no such league", MISSING)

    def _unless_done(self, name: str, key: str, command: tuple[object, ...]) -> League | None:
        """The league ``name``, with the key of ``command`` noted; None where that was done under this key before."""
        league = self._league(name)
        if not key:
            return league
        known, asked = digest(key), digest(command)
        for before in league.done:
            if before.startswith(known):
                return None if before == f"{known} {asked}" else refuse("sent before", CONFLICT)
        return replace(league, done=(f"{known} {asked}", *league.done)[:_KEPT_KEYS])

    def _keep(self, league: League) -> None:
        """Store a league. The caller has held the lock since it was read."""
        try:
            self._leagues.keep(league)
        except OSError as error:
            refuse("not kept", FULL, reason=error.strerror or error)

    def _table(self, league: League, of: Of, told: list[EveningSummary]) -> tuple[Row, ...]:
        """The rows, reckoned once for as long as its evenings are the same."""
        known = self._tables.get((league.name, of))
        if known is None or known[0] != league.rule or known[1] != told:
            known = (league.rule, told, table([summary.evening for summary in told], league.rule, of))
            self._tables[league.name, of] = known
        return known[2]

    def _forget(self, evenings: Sequence[str]) -> None:
        """Delete the summaries of evenings that are in no league."""
        still = {evening for league in self._leagues.all() for evening in league.evenings}
        for evening in evenings:
            if evening not in still:
                self._read.forget(evening)


def _view(evening: Evening) -> EveningView:
    return EveningView(evening.tournament, evening.title, evening.began_s, len(evening.games))


def _title(written: str) -> str:
    title = one_line(written)
    return title if 0 < len(title) <= LONGEST_TITLE else refuse("no title", most=LONGEST_TITLE)


def _shown(rows: Sequence[Row], league: League, language: str) -> tuple[LeagueRow, ...]:
    """The rows as shown, without the names of those who want to be named nowhere."""
    hidden = {
        row.key for row in rows if any(league.is_hidden(name, row.club) for name in (row.name, *parts_of(row.name)))
    }

    def shown(name: str, club: str = "") -> str:
        is_hidden = person(name) in hidden or any(league.is_hidden(part, club) for part in (name, *parts_of(name)))
        return NOBODY[language] if is_hidden else name

    return tuple(_row(row, shown) for row in rows)


def _row(row: Row, shown: Callable[..., str]) -> LeagueRow:
    return LeagueRow(
        rank=row.rank, name=shown(row.name), club=row.club if shown(row.name) == row.name else "", points=row.points,
        evenings=row.evenings, won=row.won, level=row.level, lost=row.lost,
        average=_tenth(row.average), margin=row.margin, mean_points=_tenth(row.mean_points),
        rating=round(row.rating.rating), deviation=round(row.rating.deviation),
        ratings=tuple(round(rating) for rating in row.ratings),
        hands=row.made.hands, puras=row.made.puras, impuras=row.made.impuras, closes=row.made.closes,
        muertos=row.made.muertos, streak=row.streak, form=row.form,
        met=tuple(
            HeadToHeadView(shown(name, row.rival_clubs[name]), won, level, lost) for name, won, level, lost in row.met
        ),
    )  # fmt: skip


def _tenth(mean: float | None) -> float | None:
    return None if mean is None else round(mean, 1)
