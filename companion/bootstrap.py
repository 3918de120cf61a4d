"""Builds the tile reader and the rules, here only; tests put others in their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.rules.profiles import PROFILES, load_rules, overridden
from engine.rules.rules import Rules, RulesError

if TYPE_CHECKING:  # judging a meld needs none of it, and numpy and OpenCV take a moment to load
    from companion.eventstore import Places
    from companion.recognition.interpret import SeenPhotograph
    from vision.adaptation.set_learning import Teacher
    from vision.belief import Belief
    from vision.reading import Frame, TableReading
    from vision.recognition.set_profile import SetProfile
    from vision.table_plan.zones import Zones
    from vision.watching.watcher import TableWatcher

THREADS = 2
DEFAULT_RULES = "clasico"


class Eye(Protocol):
    """Whatever reads pictures of tiles."""

    def look(self, frame: Frame) -> TableReading:
        """All that a picture of a table shows."""
        ...

    def read_crop(self, frame: Frame) -> Belief:
        """What the one tile of a picture shows."""
        ...


class LearningEye(Eye, Protocol):
    """An eye that can be adapted to one maker's set."""

    def teacher(self) -> Teacher:
        """What learns a set with it."""
        ...


def open_eye(set_profile: SetProfile | None = None) -> LearningEye:
    """The eye with the networks that come along, for the set of ``set_profile`` where there is one.

    Raises ModelMissing, ModelCorrupt or BadSetProfile.
    """
    from vision.pipeline import TableEye

    return TableEye(threads=THREADS, profile=set_profile)


def open_single_eye(set_profile: SetProfile | None = None) -> Eye:
    """The same eye on one thread, for one of several processes. Raises ModelMissing, ModelCorrupt or BadSetProfile."""
    from vision.pipeline import TableEye

    return TableEye(threads=1, profile=set_profile)


def open_watcher(set_profile: SetProfile | None = None, zones: Zones | None = None) -> TableWatcher:
    """What watches a table with the same eye; ``zones`` are drawn on it, without them the picture is divided.

    Raises ModelMissing, ModelCorrupt or BadSetProfile.
    """
    return open_watchers(set_profile, zones)()


def open_watchers(set_profile: SetProfile | None = None, zones: Zones | None = None) -> Callable[[], TableWatcher]:
    """What gives a watcher for each of many tables, all with one eye. Raises as `open_watcher`."""
    from vision.detection.detector import SteadyDetector
    from vision.pipeline import TableEye
    from vision.watching.watcher import TableWatcher

    eye = TableEye(threads=THREADS, profile=set_profile)
    return lambda: TableWatcher(SteadyDetector(eye.detect), eye.table_judge(), zones)


def open_set_profile(path: Path | None) -> SetProfile | None:
    """The set of tiles in a file that `burako adapt` wrote, or None for no path. Raises BadSetProfile."""
    if path is None:
        return None
    from vision.recognition.set_profile import SetProfile

    return SetProfile.load(path)


def open_rules(name_or_path: str = DEFAULT_RULES, overrides: Sequence[str] = (), where: Places | None = None) -> Rules:
    """A profile by name, a file of a user's own, or a rule set that the house keeps; ``overrides`` are ``key=value``.

    The house is that of ``where``, else of the user's own data folder. Raises RulesError and JournalError.
    """
    if name_or_path in PROFILES or is_rules_file(name_or_path) or not name_or_path.strip():
        return load_rules(name_or_path, overrides)
    own = house_laws(where)
    from companion.house_rules.naming import name_of

    if found := own.get(name_of(name_or_path)):
        return overridden(found, overrides)
    raise RulesError("no_such_rules", path=name_or_path, names=", ".join((*PROFILES, *own)))


def is_rules_file(name_or_path: str) -> bool:
    """Whether that is a file, and no name of a rule set."""
    try:
        return Path(name_or_path).exists() and not Path(name_or_path).is_dir()
    except (OSError, ValueError):  # longer than a path may be, or with signs that none may have
        return False


def house_laws(where: Places | None = None) -> Mapping[str, Rules]:
    """The rule sets that the house keeps, by name; none where nothing is kept yet. Raises JournalError."""
    from companion.house_rules.opening import laws_kept  # the database takes a moment to load, and few need it

    return laws_kept(where)


def see(eye: Eye, source: Path | bytes, name: str) -> tuple[Frame, SeenPhotograph]:
    """A photograph and what is seen on it; ``source`` is a file or its bytes. Raises BadImage."""
    from vision.io.images import open_photograph

    frame = open_photograph(source)
    return frame, looked(eye, frame, name)


def looked(eye: Eye, frame: Frame, name: str) -> SeenPhotograph:
    """What is seen on a photograph that is open already."""
    from companion.recognition.interpret import SeenPhotograph

    return SeenPhotograph(name, frame.size_px, eye.look(frame))
