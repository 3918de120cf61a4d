"""The event store: the journal of all streams, and the pictures that serve as evidence."""

from companion.eventstore.data_folder import DataFolder, find_data_folder
from companion.eventstore.entries import (
    GAME,
    RULE_SETS,
    TOURNAMENT,
    Draft,
    Entry,
    EventMetadata,
    is_game,
    is_match,
    is_tournament,
)
from companion.eventstore.evidence_store import EvidenceStore
from companion.eventstore.journal import Journal, StaleStream
from companion.eventstore.match_transaction import Transaction
from companion.eventstore.shared_key import house_key
from companion.eventstore.unfinished_hands import UnfinishedHands

__all__ = [
    "GAME",
    "RULE_SETS",
    "TOURNAMENT",
    "DataFolder",
    "Draft",
    "Entry",
    "EventMetadata",
    "EvidenceStore",
    "Journal",
    "StaleStream",
    "Transaction",
    "UnfinishedHands",
    "find_data_folder",
    "house_key",
    "is_game",
    "is_match",
    "is_tournament",
]
