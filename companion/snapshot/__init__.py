"""What pages and commands show: frozen, JSON-able values without pixels, arrays or law."""

from companion.snapshot.hand import (
    AuditView,
    FaceView,
    GuessView,
    HandView,
    LineView,
    MeldView,
    MuertoView,
    RackView,
    SheetView,
    TileInMeld,
)
from companion.snapshot.live import ZONES, LivePicture, LiveView
from companion.snapshot.match import (
    AnswerView,
    HandResult,
    LogLine,
    MatchCard,
    PlayerView,
    QuestionView,
    RulesView,
    TableSnapshot,
    TeamView,
)
from companion.snapshot.phone import PhoneView
from companion.snapshot.photo import (
    NO_TILE,
    UNSURE,
    PhotoScore,
    ProfileView,
    RowView,
    TileView,
    ViolationView,
)

__all__ = [
    "NO_TILE",
    "UNSURE",
    "ZONES",
    "AnswerView",
    "AuditView",
    "FaceView",
    "GuessView",
    "HandResult",
    "HandView",
    "LineView",
    "LivePicture",
    "LiveView",
    "LogLine",
    "MatchCard",
    "MeldView",
    "MuertoView",
    "PhoneView",
    "PhotoScore",
    "PlayerView",
    "ProfileView",
    "QuestionView",
    "RackView",
    "RowView",
    "RulesView",
    "SheetView",
    "TableSnapshot",
    "TeamView",
    "TileInMeld",
    "TileView",
    "ViolationView",
]
