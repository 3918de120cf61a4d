"""Which face each tile of one settled table is taken for: as it is read, as it was told, as the law of its row says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain

from companion.game_tracking.face_down import PLAIN, faceless, faint_jokers
from companion.game_tracking.observation import NO_FACES, Faces, Known, UnsureTile
from companion.matches.guessed_melds import GuessedRow
from companion.recognition.row_readings import TUNING, LikelyRow, Options, guessed_row, likely_row
from companion.recognition.uncertainty import JOKER_NAME, TileEvidence, copies_of, within_the_bag
from companion.view_models import UNSURE
from engine.melds.melds import counts, judge_meld
from engine.placed_tile import Placed
from engine.rules.rules import Rules
from engine.tiles import Tile
from vision.belief import BACK, Belief
from vision.tracking.settled_report import SettledReading


class TableFaces:
    """The faces of one settled table; tiles go by their index in its reading."""

    def __init__(self, settled: SettledReading, beliefs: Sequence[Belief], known: Known, rules: Rules) -> None:
        """``beliefs``: what each tile may be, before anything that is ``known`` of it."""
        self._numbers, self._rules = settled.numbers, rules
        in_set = copies_of(rules)
        known_faces, said, guesses = (
            by_index(faces, settled.numbers) for faces in (known.faces, known.said, known.guesses)
        )
        self._guesses = {at: face for at, face in guesses.items() if not beliefs[at].is_certain}
        self._told = {at: face for at, face in known_faces.items() if at not in said and not beliefs[at].is_certain}
        open_faces = {at for at, number in enumerate(settled.numbers) if number in settled.disputed}
        self._disputed = frozenset(at for at in open_faces if at not in said and not beliefs[at].is_certain)
        """The tiles of which two cameras say different things: the law settles none of them."""
        self._taken: set[int] = set()
        """The tiles that are taken for what was guessed."""
        self._alone = TileEvidence.of(beliefs, said, in_set=in_set)
        """What is known of each tile without what was told of it."""
        kept = {at: face for at, face in known_faces.items() if at in self._alone.doubtful or beliefs[at].best == face}
        kept = {at: face for at, face in kept.items() if at not in self._disputed}
        self._evidence = TileEvidence.of(beliefs, within_the_bag(kept, said, beliefs, in_set) | said, in_set=in_set)
        reading, claims = settled.reading, self._evidence.claims()
        self._claims = claims | dict.fromkeys(faceless(reading.rows, claims, beliefs), BACK)
        plain = {at for at, tile in enumerate(reading.tiles) if tile.place.score >= PLAIN}
        faint = (faint_jokers(row.tiles, self._claims, beliefs, self.reads_as_meld, plain) for row in reading.rows)
        self._faint = dict(chain.from_iterable(faint))
        self._faces = self._claims | dict.fromkeys((*self._faint, *self._disputed), UNSURE)
        self.has_pale_jokers = known.has_pale_jokers or any(
            face == JOKER_NAME and beliefs[at].best == BACK for at, face in said.items()
        )

    def __getitem__(self, at: int) -> str:
        return self._faces[at]

    def of(self, tiles: Sequence[int]) -> list[str]:
        """What each of ``tiles`` is taken for."""
        return [self._faces[at] for at in tiles]

    def tile(self, at: int) -> Tile | None:
        """What a tile is taken for; None where that is in doubt, or it lies face down."""
        face = self._faces[at]
        return None if face in (UNSURE, BACK) else Tile.parse(face)

    def is_meld(self, tiles: Sequence[int]) -> bool:
        """Whether ``tiles``, in this order, are a meld of which nothing is in doubt."""
        return self.reads_as_meld(self.of(tiles))

    def reads_as_meld(self, faces: Sequence[str]) -> bool:
        """Whether ``faces`` are a meld of which nothing is in doubt."""
        return UNSURE not in faces and BACK not in faces and self._is_lawful(faces)

    def decides(self, rows: Sequence[Sequence[int]]) -> None:
        """Takes doubtful tiles for what the law of their row says, and all others about which people were asked in
        vain for what was guessed."""
        for tiles in rows:
            self._faces |= self._evidence.decided(tiles, self._is_lawful)
            self._faces |= self._pale_jokers(tiles)
            self._faces |= dict.fromkeys(self._disputed - self._taken, UNSURE)
            self._take_for(self._better_guesses(tiles))
        self._take_for({at: face for at, face in self._guesses.items() if self._faces[at] == UNSURE})

    def doubts(self, rows: Sequence[Sequence[int]]) -> None:
        """Takes for unsure what makes of a row what hardly anybody means: no meld, where it was one or may be one."""
        for tiles in rows:
            self._take_for(self._meld_only_by(self._guesses, tiles))
            read_anew = self._meld_only_by(self._told, tiles)
            self._faces |= {at: UNSURE for at, face in read_anew.items() if face != self._faces[at]}
            self._faces |= self._contested(tiles)
            self._faces |= dict.fromkeys(self._disputed - self._taken, UNSURE)

    def to_ask(self, tiles: Collection[int]) -> tuple[UnsureTile, ...]:
        """The ones of ``tiles`` that people have to name, in the order of their index."""
        return tuple(map(self._unsure, sorted(at for at in tiles if self._faces[at] == UNSURE or at in self._taken)))

    def likeliest(self, tiles: Sequence[int]) -> dict[int, str]:
        """What the unsure ones of a row's ``tiles`` are taken for if nobody says: the likeliest, lawful or not."""
        unsure = [at for at in tiles if self._faces[at] == UNSURE]
        likely = self._likely_row(tiles, unsure) if unsure else None
        found = likely.faces if likely else self._whatever_is_lawful(tiles, unsure)
        return {at: face for at, face in zip(tiles, found or (), strict=False) if at in unsure}

    def may_be_meld(self, tiles: Sequence[int]) -> bool:
        """Whether some plausible reading of a row's ``tiles`` is lawful, or any at all."""
        unsure = [at for at in tiles if self._faces[at] == UNSURE]
        likely = self._likely_row(tiles, unsure) if unsure else None
        return bool(likely and likely.offence < 1) or self._whatever_is_lawful(tiles, unsure) is not None

    def guessed_row(self, tiles: Sequence[int]) -> GuessedRow | None:
        """What is guessed of a row, what else it may be, and how probably it breaks a rule; None where nothing is, or
        where some of it is still asked about."""
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
        """The likeliest reading of a row of which some tiles are ``unsure``; one that was told before is as likely as
        what it looks most like now, for no tile changes where it lies."""
        places: list[Options] = []
        for at in tiles:
            options = self._unsure(at).options if at in unsure else ((self._faces[at], 1.0),)
            was, best = self._told.get(at), max((chance for _, chance in options), default=1.0)
            places.append(tuple((face, best if at in unsure and face == was else chance) for face, chance in options))
        ranked = (tuple(sorted(options, key=lambda option: -option[1])) for options in places)
        return likely_row(list(ranked), self._is_lawful)

    def _whatever_is_lawful(self, tiles: Sequence[int], unsure: Collection[int]) -> tuple[str, ...] | None:
        """The likeliest lawful reading of a row, however improbable, where nothing plausible is."""
        options = {at: self._evidence.whatever(at) for at in unsure}
        return guessed_row([options.get(at, ((self._faces[at], 1.0),)) for at in tiles], self._is_lawful)

    @property
    def now(self) -> Mapping[int, str]:
        """What every tile is taken for."""
        return self._faces

    @property
    def claimed(self) -> Faces:
        """By number, what may be claimed of the tiles that show a face; nothing that was only guessed."""
        known = {at: face for at, face in self._faces.items() if face not in (UNSURE, BACK) and at not in self._taken}
        return {self._numbers[at]: face for at, face in known.items()}

    @property
    def taken(self) -> Faces:
        """By number, what the tiles are taken for that were guessed."""
        return {self._numbers[at]: self._faces[at] for at in self._taken}

    @property
    def shown(self) -> int:
        """How many tiles show a face, before any rule is asked."""
        return len(self._claims) - list(self._claims.values()).count(BACK)

    @property
    def doubtful(self) -> int:
        """How many of those show one that cannot be read."""
        return list(self._claims.values()).count(UNSURE)

    def _pale_jokers(self, tiles: Sequence[int]) -> Mapping[int, str]:
        """What looks in a row's ``tiles`` like the joker that people have told, if the row is a meld with it."""
        found = {at: JOKER_NAME for at in tiles if self.has_pale_jokers and at in self._faint}
        return found if found and self.reads_as_meld([found.get(at, self._faces[at]) for at in tiles]) else NO_FACES

    def _contested(self, tiles: Sequence[int]) -> dict[int, str]:
        """The ones of a row's ``tiles`` that make it what hardly anybody means, told or not, if any of it is new: as
        the law decides them, or unsure."""
        claimed = self.of(tiles)
        evidence = self._evidence if claimed == [self._told.get(at) for at in tiles] else self._alone
        contested = evidence.contested(tiles, claimed, self._is_lawful)
        decided = evidence.decided(tiles, self._is_lawful) if contested else NO_FACES
        return {at: decided.get(at, UNSURE) for at in contested if at not in self._taken}

    def _better_guesses(self, tiles: Sequence[int]) -> Mapping[int, str]:
        """What the guessed ones of a row's ``tiles`` are by what lies beside them now, where only that is a meld."""
        unsure = [at for at in tiles if self._faces[at] == UNSURE]
        if not unsure or any(at not in self._guesses for at in unsure):
            return NO_FACES
        if self.reads_as_meld([self._guesses.get(at, self._faces[at]) for at in tiles]):
            return NO_FACES
        found = self.likeliest(tiles)
        return found if self.reads_as_meld([found.get(at, self._faces[at]) for at in tiles]) else NO_FACES

    def _take_for(self, guesses: Mapping[int, str]) -> None:
        """Takes tiles about which people were asked in vain for what was guessed."""
        self._faces |= guesses
        self._taken |= guesses.keys()

    def _meld_only_by(self, earlier: Mapping[int, str], tiles: Sequence[int]) -> Mapping[int, str]:
        """What a row's ``tiles`` were ``earlier``, those that seem to be something else now too, if it is a meld only
        by that: no tile changes where it lies, and what people were asked about is no offence before they say so."""
        now = self.of(tiles)
        were = [earlier.get(at, face) for at, face in zip(tiles, now, strict=True)]
        if were == now or self.reads_as_meld(now) or not self.reads_as_meld(were):
            return NO_FACES
        return {at: earlier[at] for at in tiles if at in earlier}

    def _unsure(self, at: int) -> UnsureTile:
        options = ((JOKER_NAME, self._faint[at]),) if at in self._faint else self._alone.asked(at)[:4]
        others = dict.fromkeys((self._alone.beliefs[at].best, self._told.get(at, BACK)))
        more = tuple((face, TUNING.slight) for face in others if face not in (BACK, *dict(options)))
        return UnsureTile(number=self._numbers[at], options=(*options, *more))

    def _is_lawful(self, faces: Sequence[str]) -> bool:
        return counts(judge_meld([Placed(Tile.parse(face)) for face in faces], self._rules), self._rules)


def by_index(faces: Faces, numbers: Sequence[int]) -> dict[int, str]:
    """``faces`` by the places of their tiles among ``numbers``, of those that are there."""
    return {at: faces[number] for at, number in enumerate(numbers) if number in faces}
