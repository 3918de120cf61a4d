"""The leagues of a house as the pages work with them: made, changed, shown, taken along and erased."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from threading import RLock

from companion.errors import JournalError
from companion.league.evening_cache import EveningStore, EveningSummary
from companion.league.evenings import Evening, HandsMade, evening_of, parts_of
from companion.league.exports import league_paper
from companion.league.season import OF, Of, Row, SeasonRule, table
from companion.league.store import LONGEST_TITLE, MOST_EVENINGS, MOST_PLACES, MOST_POINTS, League, LeagueStore
from companion.league.wording import FULL, MISSING, NOBODY, refuse
from companion.naming import one_line
from companion.refusal import LeagueRefused, SpokenRefusal
from companion.tournaments.tournament_state import TournamentState
from companion.view_models.league import EveningView, LeagueCard, LeagueRow, LeagueSnapshot, MetView
from companion.view_models.paper import Paper
from engine.sentences import SpokenError

_ID_LETTERS = 9
StateOf = Callable[[str], TournamentState]
MadeIn = Callable[[str], tuple[HandsMade, HandsMade] | None]
MarkOf = Callable[[str], str]
"""What is another as soon as something is said of a tournament or a match."""


class LeagueService:
    """Safe to use from many threads; whatever cannot be done raises LeagueRefused."""

    def __init__(self, leagues: LeagueStore, state: StateOf, mark: MarkOf, made_in: MadeIn) -> None:
        """``state`` is a tournament by its name, ``mark`` what tells one state of it from others, and ``made_in`` what
        the hands of a match of the house were made of."""
        self._leagues, self._state, self._mark, self._made_in = leagues, state, mark, made_in
        self._kept = EveningStore(leagues.folder / "evenings")
        self._known: dict[str, EveningSummary] = {}
        self._tables: dict[tuple[str, Of], tuple[object, tuple[Row, ...]]] = {}
        self._lock = RLock()

    def cards(self, *, is_private: bool) -> tuple[LeagueCard, ...]:
        """The leagues by title: all of them, or those that everybody may see."""
        shown = (league for league in self._leagues.all() if is_private or league.is_public)
        return tuple(
            LeagueCard(
                league=league.name, title=league.title, evenings=len(league.evenings), is_public=league.is_public
            )
            for league in shown
        )

    def is_public(self, name: str) -> bool:
        """Whether everybody may see it."""
        return self._league(name).is_public

    def make(self, title: str, key: str) -> str:
        """Begins a league and gives its name; the same key twice is one league."""
        name = "l" + sha256(f"league {key}".encode()).hexdigest()[:_ID_LETTERS]
        with self._lock:
            if self._leagues.find(name) is None:
                self._keep(League(name=name, title=_title(title), rule=SeasonRule()))
        return name

    def change(self, name: str, title: str, numbers: Mapping[str, int], places: Sequence[int]) -> None:
        """Puts its name and what it gives points for right; ``numbers`` are those of SeasonRule by their names."""
        sound = [0 <= number <= MOST_POINTS for number in (*numbers.values(), *places)]
        if not all(sound) or len(places) > MOST_PLACES:
            refuse("points", most=MOST_POINTS, places=MOST_PLACES)
        known = {key: numbers.get(key, 0) for key in ("won", "level", "lost", "came", "best")}
        rule = SeasonRule(places=tuple(places), **known)
        with self._lock:
            self._keep(replace(self._league(name), title=_title(title), rule=rule))

    def add(self, name: str, tournament: str) -> None:
        """Reckons with an evening from now on."""
        self._league(name)
        try:
            self._evening(tournament)
        except SpokenRefusal:
            refuse("no such tournament", MISSING)
        except JournalError as error:
            raise LeagueRefused.of(error) from error
        with self._lock:
            league = self._league(name)
            if len(league.evenings) >= MOST_EVENINGS:
                refuse("too many", most=MOST_EVENINGS)
            self._keep(replace(league, evenings=tuple(dict.fromkeys((*league.evenings, tournament)))))

    def drop(self, name: str, tournament: str) -> None:
        """Reckons with an evening no more."""
        with self._lock:
            league = self._league(name)
            self._keep(replace(league, evenings=tuple(evening for evening in league.evenings if evening != tournament)))
        self._forget([tournament])

    def share(self, name: str, *, is_public: bool) -> None:
        """Lets everybody see it, or nobody but the organiser."""
        with self._lock:
            self._keep(replace(self._league(name), is_public=is_public))

    def hide(self, name: str, person: str, *, is_hidden: bool) -> None:
        """Shows somebody by no name from now on, or by their name again."""
        with self._lock:
            league = self._league(name)
            if not person.strip():
                refuse("no name")
            others = tuple(mark for mark in league.hidden if mark != league.mark(person))
            self._keep(replace(league, hidden=(*others, league.mark(person)) if is_hidden else others))

    def erase(self, name: str) -> None:
        """Leaves nothing of a league; the tournaments of its evenings stay."""
        with self._lock:
            league = self._league(name)
            try:
                self._leagues.erase(name)
            except OSError as error:
                refuse("not kept", FULL, reason=error.strerror or error)
        self._forget(league.evenings)

    def snapshot(self, name: str, language: str, of: str = "players") -> LeagueSnapshot:
        """A league as it stands, in words of ``language``; ``of`` is one of ``OF``."""
        league = self._league(name)
        whose: Of = next((choice for choice in OF if choice == of), "players")
        evenings, troubled = self._evenings(league, language)
        rows = self._table(league, whose, evenings)
        views = [
            EveningView(evening.tournament, evening.title, evening.began_s, len(evening.games)) for evening in evenings
        ]
        rule = league.rule
        return LeagueSnapshot(
            league=league.name, title=league.title, is_public=league.is_public, of=whose, won=rule.won,
            level=rule.level, lost=rule.lost, came=rule.came, places=rule.places, best=rule.best,
            hidden=len(league.hidden), evenings=(*sorted(views, key=lambda evening: -evening.began_s), *troubled),
            rows=tuple(_row(row, league, language) for row in rows),
        )  # fmt: skip

    def paper(self, name: str, form: str, language: str, of: str = "players") -> Paper | None:
        """The table as ``csv``, ``xlsx`` or ``json``; nothing for another form."""
        return league_paper(self.snapshot(name, language, of), form, language)

    def _league(self, name: str) -> League:
        return self._leagues.find(name) or refuse("no such league", MISSING)

    def _keep(self, league: League) -> None:
        """Writes a league down, by whoever has held the lock since it was read."""
        try:
            self._leagues.keep(league)
        except OSError as error:
            refuse("not kept", FULL, reason=error.strerror or error)

    def _evenings(self, league: League, language: str) -> tuple[list[Evening], list[EveningView]]:
        """The evenings that can be told, and those that cannot, with why."""
        evenings: list[Evening] = []
        troubled: list[EveningView] = []
        for evening in league.evenings:
            try:
                evenings.append(self._evening(evening))
            except (SpokenRefusal, SpokenError, JournalError) as error:
                troubled.append(EveningView(evening, evening, 0.0, 0, error.sentence(language)))
        return evenings, troubled

    def _table(self, league: League, of: Of, evenings: Sequence[Evening]) -> tuple[Row, ...]:
        """The rows, reckoned once for as long as nothing is said of any of its evenings."""
        key = (league.rule, tuple(tuple(self._known[evening.tournament].marks.items()) for evening in evenings))
        known = self._tables.get((league.name, of))
        if known is None or known[0] != key:
            known = (key, table(evenings, league.rule, of))
            self._tables[league.name, of] = known
        return known[1]

    def _evening(self, tournament: str) -> Evening:
        """An evening as it stands; told again where it, or a match in which it was noted, is another than before."""
        known = self._known.get(tournament) or self._kept.find(tournament)
        if known is None or any(self._mark(name) != mark for name, mark in known.marks.items()):
            known = self._summary_of(tournament)
            self._kept.keep(known)
        self._known[tournament] = known
        return known.evening

    def _summary_of(self, tournament: str) -> EveningSummary:
        marks = {tournament: self._mark(tournament)}

        def made_of(match: str) -> tuple[HandsMade, HandsMade] | None:
            marks[match] = self._mark(match)
            return self._made_of(match)

        return EveningSummary(evening_of(self._state(tournament), made_of), marks)

    def _made_of(self, match: str) -> tuple[HandsMade, HandsMade] | None:
        try:
            return self._made_in(match)
        except (SpokenRefusal, SpokenError, JournalError):
            return None

    def _forget(self, evenings: Sequence[str]) -> None:
        """Keeps nothing of evenings that are in no league any more."""
        still = {evening for league in self._leagues.all() for evening in league.evenings}
        for evening in evenings:
            if evening not in still:
                self._known.pop(evening, None)
                self._kept.drop(evening)


def _title(written: str) -> str:
    title = one_line(written)
    return title if 0 < len(title) <= LONGEST_TITLE else refuse("no title", most=LONGEST_TITLE)


def _row(row: Row, league: League, language: str) -> LeagueRow:
    def shown(name: str) -> str:
        return NOBODY[language] if is_hidden(name) else name

    def is_hidden(name: str) -> bool:
        return any(map(league.is_hidden, (name, *parts_of(name))))

    return LeagueRow(
        rank=row.rank, name=shown(row.name), club="" if is_hidden(row.name) else row.club, points=row.points,
        evenings=row.evenings, won=row.won, level=row.level, lost=row.lost,
        average=_tenth(row.average), margin=row.margin, mean_points=_tenth(row.mean_points),
        rating=round(row.rating.rating), deviation=round(row.rating.deviation),
        ratings=tuple(round(rating) for rating in row.ratings),
        hands=row.made.hands, puras=row.made.puras, impuras=row.made.impuras, closes=row.made.closes,
        muertos=row.made.muertos, streak=row.streak, form=row.form,
        met=tuple(MetView(shown(name), won, level, lost) for name, won, level, lost in row.met),
    )  # fmt: skip


def _tenth(mean: float | None) -> float | None:
    return None if mean is None else round(mean, 1)
