"""What people were asked about the tiles of a hand, what they said, and what is guessed while they say nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from companion.game_tracking.observation import NO_FACES, Faces, Known, Observed, UnsureTile
from companion.game_tracking.updates import Question, may_be_left
from companion.view_models import NO_TILE


@dataclass(frozen=True, slots=True)
class OpenQuestions:
    """What nobody has answered yet."""

    lying: frozenset[int]
    """The numbers of the tiles that lay on the table when it was asked; once others lie there people have played on."""
    guesses: Faces
    """What the tiles in question most likely are."""
    question: Question | None
    """What people who play on leave to its likeliest answer."""


NOTHING_OPEN = OpenQuestions(frozenset(), NO_FACES, None)


class TileQuestions:
    """The questions of one hand; tiles go by their numbers."""

    def __init__(self) -> None:
        self.unread: tuple[UnsureTile, ...] = ()
        """Tiles that people were asked about and have not named while the hand went on."""
        self.is_named = False
        """Whether somebody named a tile since the last look."""
        self._said: Faces = NO_FACES
        """What people said of tiles."""
        self._asked: frozenset[int] = frozenset()
        """Tiles that people were asked about."""
        self._guesses: Faces = NO_FACES
        """What those of melds are taken for, since people have played on without saying."""
        self._open = NOTHING_OPEN

    def known(self, faces: Faces) -> Known:
        """What is known of tiles of which ``faces`` were accepted."""
        said = {number: face for number, face in self._said.items() if face != NO_TILE}
        return Known(faces, said, self._guesses)

    def denied(self, numbers: Sequence[int]) -> set[int]:
        """The places, by index among ``numbers``, of which people said that no tile lies there."""
        return {at for at, number in enumerate(numbers) if self._said.get(number) == NO_TILE}

    @property
    def guessed(self) -> tuple[str, ...]:
        """The faces for which tiles of melds are taken, sorted, while nobody says what they are."""
        return tuple(sorted(self._guesses[tile.number] for tile in self.unread if tile.number in self._guesses))

    def set_guesses(self, taken: Faces) -> None:
        """Notes what guessed tiles are taken for now; what lies beside them may have changed it."""
        known = {number: face for number, face in taken.items() if number in self._guesses}
        self._guesses = {**self._guesses, **known}

    def hear(self, faces: Faces) -> None:
        """What people say of tiles; what was guessed of them is put right."""
        self._said = {**self._said, **faces}
        guesses = {**self._guesses, **self._open.guesses}
        self._guesses = {number: face for number, face in guesses.items() if number not in faces}
        self._open, self.is_named = NOTHING_OPEN, True

    def ask(self, question: Question, left: OpenQuestions) -> None:
        """Notes a question that is asked, and what it leaves open."""
        self._asked |= {doubt.number for doubt in question.unsure}
        self._open = left

    def answered(self) -> None:
        """What happened need not be asked any more; which tiles lie there may still."""
        self._open = replace(self._open, question=None)

    def left(self, lying: Collection[int]) -> Question | None:
        """What people leave to its likeliest answer, for other tiles are ``lying`` on the table now: they played on."""
        return None if self._open.lying == frozenset(lying) else self.leave_open()

    @property
    def is_open(self) -> bool:
        """Whether something that was asked has a likeliest answer, to which nobody has left it yet."""
        return bool(self._open.question or self._open.guesses)

    @property
    def is_about_seats(self) -> bool:
        """Whether who played was asked, and nobody has said."""
        return self._open.question is not None and self._open.question.is_about_seats

    def leave_open(self) -> Question | None:
        """Leaves what is open to its likeliest answer: the question about what happened, if there is one."""
        left, self._open = self._open, NOTHING_OPEN
        self._guesses = {**self._guesses, **left.guesses}
        return left.question

    def may_wait(self, observed: Observed) -> bool:
        """Whether people were asked about all unread tiles, and those of melds may be guessed: the hand goes on."""
        return not has_unread_meld(observed) and self._asked.issuperset(doubt.number for doubt in observed.unsure)


def left_open(question: Question, observed: Observed, lying: Collection[int]) -> OpenQuestions:
    """What a question leaves open that is asked of a table as it is ``observed``."""
    return OpenQuestions(frozenset(lying), observed.guesses, question if may_be_left(question) else None)


def has_unread_meld(observed: Observed) -> bool:
    """Whether some tile of a meld can neither be read nor guessed."""
    return any(placed is None for meld in observed.observation.melds for placed in meld.row)
