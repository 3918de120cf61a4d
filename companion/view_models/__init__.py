"""View models: frozen values that serialise to JSON, without pixels, arrays or rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.lazy_imports import on_demand

if TYPE_CHECKING:
    from companion.view_models.hand import (
        AuditView,
        FaceView,
        GuessView,
        HandView,
        LineView,
        MeldOfferView,
        MeldView,
        MuertoView,
        ProblemView,
        RackView,
        SheetView,
        SumView,
        TileInMeld,
    )
    from companion.view_models.live import ZONES, CameraView, CertificateView, LivePicture, LiveView
    from companion.view_models.match import (
        AnswerView,
        CanastaView,
        HandResult,
        LogLine,
        MatchCard,
        MatchSnapshot,
        PlayerView,
        QuestionView,
        RulesView,
        TeamView,
    )
    from companion.view_models.own_sets import LearnedView, OwnSetView, TaughtTile
    from companion.view_models.phone import PhoneView
    from companion.view_models.photo import (
        AS_SEEN,
        HIDDEN_TILE,
        NO_ANSWERS,
        NO_TILE,
        UNSEEN,
        UNSURE,
        CitedRule,
        FlawView,
        OfferView,
        PhotoAnswers,
        PhotoScore,
        ProfileView,
        RowView,
        RuleView,
        TileView,
        ViolationView,
    )
    from companion.view_models.replay import EvidenceView, KeptPhotographs, ReplayStep, ReplayView
else:
    __getattr__ = on_demand(__name__)

__all__ = [
    "AS_SEEN",
    "HIDDEN_TILE",
    "NO_ANSWERS",
    "NO_TILE",
    "UNSEEN",
    "UNSURE",
    "ZONES",
    "AnswerView",
    "AuditView",
    "CameraView",
    "CanastaView",
    "CertificateView",
    "CitedRule",
    "EvidenceView",
    "FaceView",
    "FlawView",
    "GuessView",
    "HandResult",
    "HandView",
    "KeptPhotographs",
    "LearnedView",
    "LineView",
    "LivePicture",
    "LiveView",
    "LogLine",
    "MatchCard",
    "MatchSnapshot",
    "MeldOfferView",
    "MeldView",
    "MuertoView",
    "OfferView",
    "OwnSetView",
    "PhoneView",
    "PhotoAnswers",
    "PhotoScore",
    "PlayerView",
    "ProblemView",
    "ProfileView",
    "QuestionView",
    "RackView",
    "ReplayStep",
    "ReplayView",
    "RowView",
    "RuleView",
    "RulesView",
    "SheetView",
    "SumView",
    "TaughtTile",
    "TeamView",
    "TileInMeld",
    "TileView",
    "ViolationView",
]
