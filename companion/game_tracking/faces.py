"""Determine the face of each tile of a settled table: by its reading, by earlier statements, and by the rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import chain

from companion.game_tracking.face_down import PLAIN, faceless, faint_jokers, is_all_down
from companion.game_tracking.observation import NO_FACES, Faces, PriorKnowledge, UnsureTile
from companion.matches.guessed_melds import GuessedRow
from companion.recognition.row_readings import LikelyRow, Options, guessed_row, likely_row
from companion.recognition.thresholds import THRESHOLDS
from companion.recognition.uncertainty import JOKER_NAME, TileEvidence, copies_of, within_the_bag
from companion.view_models import UNSURE
from engine.melds.melds import counts, judge_meld
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.tiles import Tile
from vision.belief import BACK, Belief
from vision.tracking.settled_report import SettledReading


class TableFaces:
    """The faces of one settled table; tiles are indices into its reading."""

    def __init__(self, settled: SettledReading, beliefs: Sequence[Belief], prior: PriorKnowledge, rules: Rules) -> None:
        """``beliefs``: the beliefs before ``prior`` is applied."""
        self._numbers, self._rules = settled.numbers, rules
        in_set = copies_of(rules)
        known_faces, said, guesses = (
            by_index(faces, settled.numbers) for faces in (prior.faces, prior.said, prior.guesses)
        )
        self._guesses = {at: face for at, face in guesses.items() if not beliefs[at].is_certain}
        self._told = {at: face for at, face in known_faces.items() if at not in said and not beliefs[at].is_certain}
        open_faces = {at for at, number in enumerate(settled.numbers) if number in settled.disputed}
        self._disputed = frozenset(at for at in open_faces if at not in said and not beliefs[at].is_certain)
        """The tiles of which two cameras say different things: the law settles none of them."""
        self._overlooked: dict[int, tuple[str, ...]] = {}
        """What tiles may be that are hardly sure and make their row unlawful, beside what they are read as."""
        self._taken: set[int] = set()
        """The tiles that are taken for what was guessed."""
        self._alone = TileEvidence.of(beliefs, said, in_set=in_set)
        """What is known of each tile without what was told of it."""
        kept = {at: face for at, face in known_faces.items() if at in self._alone.doubtful or beliefs[at].best == face}
        kept = {at: face for at, face in kept.items() if at not in self._disputed}
        self._evidence = TileEvidence.of(beliefs, within_the_bag(kept, said, beliefs, in_set) | said, in_set=in_set)
        reading, claims = settled.reading, self._evidence.claims()
        in_rows = [at for row in reading.rows for at in row.tiles]
        self._claims = claims | dict.fromkeys(faceless(in_rows, claims, beliefs), BACK)
        rows_down = (row.tiles for row in reading.rows if said.keys().isdisjoint(row.tiles))
        self._claims |= dict.fromkeys(chain.from_iterable(filter(partial(is_all_down, beliefs), rows_down)), BACK)
        plain = {at for at, tile in enumerate(reading.tiles) if tile.place.score >= PLAIN}
        faint = (faint_jokers(row.tiles, self._claims, beliefs, self.reads_as_meld, plain) for row in reading.rows)
        self._faint = dict(chain.from_iterable(faint))
        down = set(faceless(reading.loose, claims, beliefs))
        self._lying = [self._claims[at] for at in (*reading.loose, *in_rows) if at not in down]
        """The claimed faces of what is not left out of the game."""
        self._faces = self._claims | dict.fromkeys((*self._faint, *self._disputed), UNSURE)
        self.has_pale_jokers = prior.has_pale_jokers or any(
            face == JOKER_NAME and beliefs[at].best == BACK for at, face in said.items()
        )

    def __getitem__(self, at: int) -> str:
        return self._faces[at]

    def of(self, tiles: Sequence[int]) -> list[str]:
        """The assumed faces of ``tiles``."""
        return [self._faces[at] for at in tiles]

    def tile(self, at: int) -> Tile | None:
        """The assumed face of a tile; None where doubtful or face down."""
        face = self._faces[at]
        return None if face in (UNSURE, BACK) else Tile.parse(face)

    def is_meld(self, tiles: Sequence[int]) -> bool:
        """Whether ``tiles``, in this order, are a meld without doubts."""
        return self.reads_as_meld(self.of(tiles))

    def reads_as_meld(self, faces: Sequence[str]) -> bool:
        """Whether ``faces`` are a meld without doubts."""
        return UNSURE not in faces and BACK not in faces and self._is_lawful(faces)

    def decides(self, rows: Sequence[Sequence[int]]) -> None:
        """Apply the faces decided by the rules of each row, and earlier guesses where people did not answer."""
        for tiles in rows:
            self._faces |= self._evidence.decided(tiles, self._is_lawful)
            self._faces |= self._pale_jokers(tiles)
            self._faces |= dict.fromkeys(self._disputed - self._taken, UNSURE)
            self._take_for(self._better_guesses(tiles))
        self._take_for({at: face for at, face in self._guesses.items() if self._faces[at] == UNSURE})

    def doubts(self, rows: Sequence[Sequence[int]]) -> None:
        """Mark as uncertain the tiles that make a row implausible: no meld, where it was or may be one."""
        for tiles in rows:
            self._take_for(self._meld_only_by(self._guesses, tiles))
            read_anew = self._meld_only_by(self._told, tiles)
            self._faces |= {at: UNSURE for at, face in read_anew.items() if face != self._faces[at]}
            now = {at: self._faces[at] for at in tiles}
            self._faces |= (contested := self._contested(tiles))
            self._take_for({at: face for at, face in self._guesses.items() if at in contested and face == now[at]})
            self._faces |= dict.fromkeys(self._disputed - self._taken, UNSURE)

    def to_ask(self, tiles: Collection[int]) -> tuple[UnsureTile, ...]:
        """The tiles among ``tiles`` that people must name, in index order."""
        return tuple(map(self._unsure, sorted(at for at in tiles if self._faces[at] == UNSURE or at in self._taken)))

    def likeliest(self, tiles: Sequence[int]) -> dict[int, str]:
        """The most likely faces of the uncertain tiles of a row, lawful or not."""
        unsure = [at for at in tiles if self._faces[at] == UNSURE]
        likely = self._likely_row(tiles, unsure) if unsure else None
        found = likely.faces if likely else self._whatever_is_lawful(tiles, unsure)
        return {at: face for at, face in zip(tiles, found or (), strict=False) if at in unsure}

    def may_be_meld(self, tiles: Sequence[int]) -> bool:
        """Whether some plausible reading of a row's ``tiles`` is lawful, or any reading at all."""
        unsure = [at for at in tiles if self._faces[at] == UNSURE]
        likely = self._likely_row(tiles, unsure) if unsure else None
        return bool(likely and likely.offence < 1) or self._whatever_is_lawful(tiles, unsure) is not None

    def guessed_row(self, tiles: Sequence[int]) -> GuessedRow | None:
        """The guess about a row, its alternatives, and its probability of a violation.

        None where nothing is guessed, or something is still asked about.
        """
        taken = [at for at in tiles if at in self._taken]
        if not taken or UNSURE in self.of(tiles):
            return None
        row, likely = tuple(self.of(tiles)), self._likely_row(tiles, taken)
        others = (likely.faces, *likely.others) if likely else ()
        return GuessedRow(
            row=row,
            guessed=tuple(place for place, at in enumerate(tiles) if at in self._taken),
            offence=round(likely.offence if likely else float(not self.reads_as_meld(row)), 3),
            others=tuple(other for other in others if other != row),
        )

    def _likely_row(self, tiles: Sequence[int], unsure: Collection[int]) -> LikelyRow | None:
        """The most likely reading of a row with ``unsure`` tiles.

        An earlier face is as likely as the best present one, since no tile changes in its place.
        """
        places: list[Options] = []
        for at in tiles:
            options = self._unsure(at).options if at in unsure else ((self._faces[at], 1.0),)
            was, best = self._told.get(at), max((chance for _, chance in options), default=1.0)
            places.append(tuple((face, best if at in unsure and face == was else chance) for face, chance in options))
        ranked = (tuple(sorted(options, key=lambda option: -option[1])) for options in places)
        return likely_row(list(ranked), self._is_lawful)

    def _whatever_is_lawful(self, tiles: Sequence[int], unsure: Collection[int]) -> tuple[str, ...] | None:
        """The most likely lawful reading of a row, however improbable, where nothing plausible is."""
        options = {at: self._evidence.whatever(at) for at in unsure}
        return guessed_row([options.get(at, ((self._faces[at], 1.0),)) for at in tiles], self._is_lawful)

    @property
    def now(self) -> Mapping[int, str]:
        """The assumed face of every tile."""
        return self._faces

    @property
    def claimed(self) -> Faces:
        """By number, the claimed faces of face-up tiles, without guesses."""
        known = {at: face for at, face in self._faces.items() if face not in (UNSURE, BACK) and at not in self._taken}
        return {self._numbers[at]: face for at, face in known.items()}

    @property
    def taken(self) -> Faces:
        """By number, the faces of guessed tiles."""
        return {self._numbers[at]: self._faces[at] for at in self._taken}

    @property
    def shown(self) -> int:
        """The number of face-up tiles, before the rules are consulted."""
        return len(self._lying) - self._lying.count(BACK)

    @property
    def doubtful(self) -> int:
        """The number of unreadable tiles."""
        return self._lying.count(UNSURE)

    def _pale_jokers(self, tiles: Sequence[int]) -> Mapping[int, str]:
        """The ones of a row's ``tiles`` that resemble a joker named by people, if the row is a meld with it."""
        found = {at: JOKER_NAME for at in tiles if self.has_pale_jokers and at in self._faint}
        return found if found and self.reads_as_meld([found.get(at, self._faces[at]) for at in tiles]) else NO_FACES

    def _contested(self, tiles: Sequence[int]) -> dict[int, str]:
        """The ones of a row's ``tiles`` that make it implausible, if any of it is new: as the rules decide them, or
        unsure."""
        claimed = self.of(tiles)
        evidence = self._evidence if claimed == [self._told.get(at) for at in tiles] else self._alone
        contested = evidence.contested(tiles, claimed, self._is_lawful)
        if contested:
            self._overlooked |= evidence.overlooked(tiles, claimed, self._is_lawful)
        decided = evidence.decided(tiles, self._is_lawful) if contested else NO_FACES
        return {at: decided.get(at, UNSURE) for at in contested if at not in self._taken}

    def _better_guesses(self, tiles: Sequence[int]) -> Mapping[int, str]:
        """The guesses about a row's ``tiles`` revised by their new neighbours, where only that is a meld."""
        unsure = [at for at in tiles if self._faces[at] == UNSURE]
        if not unsure or any(at not in self._guesses for at in unsure):
            return NO_FACES
        if self.reads_as_meld([self._guesses.get(at, self._faces[at]) for at in tiles]):
            return NO_FACES
        found = self.likeliest(tiles)
        return found if self.reads_as_meld([found.get(at, self._faces[at]) for at in tiles]) else NO_FACES

    def _take_for(self, guesses: Mapping[int, str]) -> None:
        """Apply earlier guesses for tiles about which people were asked without an answer."""
        self._faces |= guesses
        self._taken |= guesses.keys()

    def _meld_only_by(self, earlier: Mapping[int, str], tiles: Sequence[int]) -> Mapping[int, str]:
        """The ``earlier`` faces of a row's changed ``tiles``, if it is a meld only with them.

        No tile changes in its place, and what people were asked about is no offence before they say so.
        """
        now = self.of(tiles)
        were = [earlier.get(at, face) for at, face in zip(tiles, now, strict=True)]
        if were == now or self.reads_as_meld(now) or not self.reads_as_meld(were):
            return NO_FACES
        return {at: earlier[at] for at in tiles if at in earlier}

    def _unsure(self, at: int) -> UnsureTile:
        options = ((JOKER_NAME, self._faint[at]),) if at in self._faint else self._alone.asked(at)[:4]
        others = dict.fromkeys((self._alone.beliefs[at].best, self._told.get(at, BACK)))
        more = tuple((face, THRESHOLDS.slight) for face in others if face not in (BACK, *dict(options)))
        overlooked = (
            (face, THRESHOLDS.overlooked) for face in self._overlooked.get(at, ()) if face not in dict(options)
        )
        return UnsureTile(number=self._numbers[at], options=(*options, *more, *overlooked))

    def _is_lawful(self, faces: Sequence[str]) -> bool:
        return counts(judge_meld([PlacedTile(Tile.parse(face)) for face in faces], self._rules), self._rules)


def by_index(faces: Faces, numbers: Sequence[int]) -> dict[int, str]:
    """``faces`` by index among ``numbers``, for the tiles still there."""
    return {at: faces[number] for at, number in enumerate(numbers) if number in faces}
