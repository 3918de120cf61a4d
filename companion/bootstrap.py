"""Construct the tile recognizer and load the rules, in this one place; tests substitute others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.rules.profiles import PROFILES, load_rules, overridden
from engine.rules.rules import Rules, RulesError

if TYPE_CHECKING:  # judging a meld needs none of it, and numpy and OpenCV take a moment to load
    from companion.eventstore import DataFolder
    from companion.recognition.interpret import SeenPhotograph
    from vision.adaptation.set_learning import ProfileFitter
    from vision.belief import Belief
    from vision.reading import Frame, TableReading
    from vision.recognition.set_profile import SetProfile
    from vision.table_plan.zones import Zones
    from vision.watching.watcher import TableWatcher

THREADS = 2
DEFAULT_RULES = "clasico"


class Recognizer(Protocol):
    """Reads pictures of tiles."""

    def look(self, frame: Frame) -> TableReading:
        """Recognize a picture of a table."""
        ...

    def read_crop(self, frame: Frame) -> Belief:
        """The belief about the single tile of a picture."""
        ...


class LearningRecognizer(Recognizer, Protocol):
    """A recognizer that can be adapted to one maker's set."""

    def teacher(self) -> ProfileFitter:
        """The `ProfileFitter` that adapts it."""
        ...


def open_recognizer(set_profile: SetProfile | None = None) -> LearningRecognizer:
    """Open the recognizer with the bundled networks, adapted to ``set_profile`` if given.

    Raises ModelMissing, ModelCorrupt or BadSetProfile.
    """
    from vision.pipeline import TableRecognizer

    return TableRecognizer(threads=THREADS, profile=set_profile)


def open_single_recognizer(set_profile: SetProfile | None = None) -> Recognizer:
    """A recognizer on one thread, for one of several processes. Raises as `open_recognizer`."""
    from vision.pipeline import TableRecognizer

    return TableRecognizer(threads=1, profile=set_profile)


def open_watcher(set_profile: SetProfile | None = None, zones: Zones | None = None) -> TableWatcher:
    """Open a watcher of a table with such a recognizer.

    ``zones`` are drawn on the table; without them the picture is divided. Raises ModelMissing, ModelCorrupt or
    BadSetProfile.
    """
    return open_watchers(set_profile, zones)()


def open_watchers(set_profile: SetProfile | None = None, zones: Zones | None = None) -> Callable[[], TableWatcher]:
    """A factory of watchers for several tables that share one recognizer. Raises as `open_watcher`."""
    from vision.detection.detector import SteadyDetector
    from vision.pipeline import TableRecognizer
    from vision.watching.watcher import TableWatcher

    recognizer = TableRecognizer(threads=THREADS, profile=set_profile)

    def watcher() -> TableWatcher:
        opened = TableWatcher(SteadyDetector(recognizer.detect), recognizer.table_judge(), zones)
        opened.seems_mirrored = recognizer.seems_mirrored
        return opened

    return watcher


def open_set_profile(path: Path | None) -> SetProfile | None:
    """Load the tile set of a file that `burako adapt` wrote, or None for no path. Raises BadSetProfile."""
    if path is None:
        return None
    from vision.recognition.set_profile import SetProfile

    return SetProfile.load(path)


def open_rules(
    name_or_path: str = DEFAULT_RULES, overrides: Sequence[str] = (), data_folder: DataFolder | None = None
) -> Rules:
    """Load a profile by name, a user's file, or a stored rule set; ``overrides`` are ``key=value``.

    Stored rule sets are those of ``data_folder``, else of the user's own. Raises RulesError and JournalError.
    """
    if name_or_path in PROFILES or is_rules_file(name_or_path) or not name_or_path.strip():
        return load_rules(name_or_path, overrides)
    own = house_laws(data_folder)
    from companion.house_rules.naming import name_of

    if found := own.get(name_of(name_or_path)):
        return overridden(found, overrides)
    raise RulesError("no_such_rules", path=name_or_path, names=", ".join((*PROFILES, *own)))


def is_rules_file(name_or_path: str) -> bool:
    """Whether it is a file, and not the name of a rule set."""
    try:
        return Path(name_or_path).exists() and not Path(name_or_path).is_dir()
    except (OSError, ValueError):  # longer than a path may be, or with signs that none may have
        return False


def house_laws(data_folder: DataFolder | None = None) -> Mapping[str, Rules]:
    """The stored rule sets by name; empty without a journal. Raises JournalError."""
    from companion.house_rules.load_rule_sets import laws_kept  # the database takes a moment to load, and few need it

    return laws_kept(data_folder)


def read_photograph_file(recognizer: Recognizer, source: Path | bytes, name: str) -> tuple[Frame, SeenPhotograph]:
    """Open and recognise a photograph, given as a file or its bytes in ``source``. Raises BadImage."""
    from vision.io.images import open_photograph

    frame = open_photograph(source)
    return frame, recognize_frame(recognizer, frame, name)


def recognize_frame(recognizer: Recognizer, frame: Frame, name: str) -> SeenPhotograph:
    """Recognise an opened photograph."""
    from companion.recognition.interpret import SeenPhotograph

    return SeenPhotograph(name, frame.size_px, recognizer.look(frame))
