"""A match of the house whose table is seen state after state, without pixels."""

from __future__ import annotations

from secrets import token_hex

from companion.game_tracking.known_arms import SIDES
from companion.live.match_recorder import MatchRecorder
from companion.live.worker_messages import FrameReport
from companion.match_commands import Agree, Command, DealHand, Outcome, Sender
from companion.matches.hand_state import HandState
from companion.matches.service import MatchService
from datasets.synthetic_videos.generate import HandToFilm, HandVideoSpec, hand_to_film
from tests.companion.onlooker import Onlooker
from vision.belief import Belief
from vision.cameras import CameraHealth, CameraState
from vision.tracking.hand_entry_side import PictureSide
from vision.watching.frame_results import FrameResult, FrameState, SeenTable

WELL = CameraHealth(state=CameraState.SEEING, source="0")
HELD_S = 2.0
"""Longer than anything strange is held back."""


def played(seed: int = 3, profile: str = "clasico", offends: bool = False) -> HandToFilm:
    """A hand as the players of the films play it."""
    return hand_to_film(HandVideoSpec(rules=profile, seed=seed, offends=offends, size_px=(320, 192)))


class WatchedMatch:
    """The match, its camera, and the people around it."""

    def __init__(self, service: MatchService, made: HandToFilm | None = None) -> None:
        self.service, self.made = service, made or played()
        self.onlooker = Onlooker(self.made)
        names = tuple("ABCD"[: self.made.states[0].players])
        agreed = Agree(players=names, rules=self.made.hand.rules.name)
        self.match = service.agree(agreed, Sender(author="A", key=token_hex(4))).match
        self.send(DealHand(0))
        self.attendant = MatchRecorder(service, self.match)
        self.now_s = 0.0
        self.at = 0

    @property
    def hand(self) -> HandState:
        """The hand as the journal tells it."""
        current = self.service.state(self.match).current
        assert current is not None
        return current

    @property
    def revision(self) -> int:
        """How much was said."""
        return self.service.state(self.match).revision

    @property
    def melds(self) -> list[str]:
        """What lies on the table by the journal."""
        return [" ".join(map(str, meld.tiles)) for meld in self.hand.state.melds]

    @property
    def guessed(self) -> tuple[str, ...]:
        """The faces for which tiles were taken that nobody named, by the journal."""
        return self.hand.guessed

    def send(self, order: Command) -> Outcome:
        """Somebody tells something."""
        return self.service.handle(self.match, order, Sender(author="A", key=token_hex(4)))

    def sees(self, at: int, beliefs: dict[str, Belief] | None = None) -> None:
        """The table lies still in the state ``at``, and goes on doing so for a while."""
        self.at = at
        self.shows(self.onlooker.sees(at, beliefs))

    def shows(self, seen: SeenTable, seat: int | None = None, then: FrameState = FrameState.STILL) -> None:
        """The table lies still so, and goes on doing so for a while, or somebody moves over it ``then``; the hand of
        ``seat`` was over it before, where somebody saw one."""
        self._reports(seen, None if seat is None else SIDES[self.made.states[0].players][seat])
        self.waits(then)

    def waits(self, state: FrameState = FrameState.STILL) -> None:
        """Nothing happens for longer than anything is held back, or nothing but that somebody moves."""
        for _ in range(2):
            self.now_s += HELD_S
            self._reports(None, state=state)

    def begins_anew(self) -> None:
        """The program is killed and started again, and sees the table for the first time."""
        self.attendant = MatchRecorder(self.service, self.match)
        self.onlooker = Onlooker(self.made, numbers={"shift": 1000})

    def _reports(
        self, seen: SeenTable | None, side: PictureSide | None = None, state: FrameState = FrameState.STILL
    ) -> None:
        self.now_s += 0.1
        picture = b"\xff\xd8\xff table " + str(self.at).encode() if seen else b""
        self.attendant.handle_update(
            FrameReport(
                watched=FrameResult(index=1, at_s=self.now_s, state=state, seen=seen, reached_from=side),
                health=WELL,
                picture=picture,
                model="m1",
            )
        )
