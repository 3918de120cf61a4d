"""Every photograph is counted once, whatever becomes of those who read it, of the program, or of the photograph."""

from __future__ import annotations

import hashlib
import itertools
import os
import pickle
import signal
from collections import Counter
from concurrent.futures import Executor, Future
from pathlib import Path

import pytest

from companion.bulk_counting import batch_size, counting
from companion.bulk_counting.batch_size import BATCHES_AHEAD, LARGEST_BATCH
from companion.bulk_counting.counting import ATTEMPTS, CountedPhotograph, Counting
from companion.bulk_counting.executors import LocalExecutors
from companion.bulk_counting.reader_process import ReadingSetup, failure_sentence
from companion.errors import DifferentNetworks
from companion.eventstore.photo_ledger import Ledger, LedgerKey
from companion.house_rules.rules_codec import version_of
from companion.phrases.wording import PHRASES
from tests.companion.bulk_counting.conftest import FakeExecutors, pictures
from vision.wording import SENTENCES

pytestmark = pytest.mark.usefixtures("single_recognizer")


def count(ledger: Ledger, how: ReadingSetup, paths: list[Path], executors=None, **options) -> list[CountedPhotograph]:
    return sorted(
        Counting(ledger, executors or FakeExecutors(), how, **options).count(paths), key=lambda counted: counted.index
    )


def states(ledger: Ledger, counted: list[CountedPhotograph]) -> Counter:
    return Counter(line.state for line in ledger.lines([photo.key for photo in counted if photo.key]))


def test_a_second_run_reads_nothing_again(ledger: Ledger, how: ReadingSetup, tmp_path: Path):
    paths = pictures(tmp_path / "in", 9)
    first = count(ledger, how, paths[:6])
    assert [photo.is_new for photo in first] == [True] * 6
    executors = FakeExecutors()
    assert [photo.is_new for photo in count(ledger, how, paths, executors)] == [False] * 6 + [True] * 3
    assert states(ledger, count(ledger, how, paths)) == {"done": 9}


def test_the_same_photograph_twice_in_a_list_is_read_once(ledger: Ledger, how: ReadingSetup, tmp_path: Path):
    paths = pictures(tmp_path / "in", 2)
    (tmp_path / "in" / "again.png").write_bytes(paths[0].read_bytes())
    counted = count(ledger, how, [*paths, tmp_path / "in" / "again.png"])
    assert [photo.is_new for photo in counted] == [True, True, False]
    assert counted[2].key == counted[0].key


def test_a_bad_picture_is_a_line_and_not_the_end(ledger: Ledger, how: ReadingSetup, tmp_path: Path):
    paths = pictures(tmp_path / "in", 3)
    paths[1].write_bytes(b"no picture")
    paths.append(tmp_path / "in" / "absent.png")
    counted = count(ledger, how, paths)
    assert states(ledger, counted) == {"done": 2, "failed": 1}
    (bad,) = ledger.lines([counted[1].key])
    assert failure_sentence(bad.failure, "es") != failure_sentence(bad.failure, "en")
    assert counted[3].key is None
    assert failure_sentence(counted[3].failure, "es")


def test_a_name_too_long_for_the_disk_is_a_line_and_not_the_end(ledger: Ledger, how: ReadingSetup, tmp_path: Path):
    (path,) = pictures(tmp_path / "in", 1)
    bad, good = count(ledger, how, [tmp_path / ("x" * 3000), path])
    assert "ENAMETOOLONG" in failure_sentence(bad.failure, "es")
    assert (bad.key, good.is_new) == (None, True)


def test_no_phrase_of_ours_has_the_name_of_one_of_visions():
    assert not set(PHRASES) & set(SENTENCES)


def test_what_failed_is_left_alone_unless_somebody_asks(ledger: Ledger, how: ReadingSetup, tmp_path: Path):
    path = tmp_path / "bad.png"
    path.write_bytes(b"no picture")
    tries = []
    for again in (False, False, True):
        (line,) = ledger.lines([count(ledger, how, [path], again=again)[0].key])
        tries.append(line.tries)
    assert tries == [1, 1, 2]


class ForgetfulExecutors(FakeExecutors):
    """Readers that are there; the first to be handed work never answer."""

    def open(self) -> Executor:
        executor = super().open()
        return ForgetfulExecutor() if self.opened == 1 else executor


class ForgetfulExecutor(Executor):
    """Takes work and forgets it."""

    def submit(self, fn: object, /, *given: object, **named: object) -> Future[object]:
        return Future()


def test_what_nobody_answers_for_long_is_read_by_others(
    ledger: Ledger, how: ReadingSetup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(counting, "LOOK_S", 0.01)
    monkeypatch.setattr(counting, "STALLED_S", 0.1)
    executors = ForgetfulExecutors()
    counted = count(ledger, how, pictures(tmp_path / "in", 5), executors)
    assert [photo.is_new for photo in counted] == [True] * 5
    assert (states(ledger, counted), executors.opened) == ({"done": 5}, 2)


def test_what_was_under_way_when_the_readers_died_is_read_again(ledger: Ledger, how: ReadingSetup, tmp_path: Path):
    begun = itertools.count()
    executors = FakeExecutors(lambda _: next(begun) in (2, 2 * BATCHES_AHEAD + 1))
    counted = count(ledger, how, pictures(tmp_path / "in", 12), executors)
    assert (states(ledger, counted), sum(photo.is_new for photo in counted)) == ({"done": 12}, 12)
    assert executors.opened == 3


@pytest.mark.parametrize(("among", "at"), [(8, 3), (80, 5)], ids=["alone", "in a batch"])
def test_a_picture_that_kills_its_readers_is_given_up_and_no_other(
    ledger: Ledger, how: ReadingSetup, tmp_path: Path, among: int, at: int
):
    paths = pictures(tmp_path / "in", among)
    poison = paths[at].read_bytes()
    executors = FakeExecutors(lambda picture: picture == poison)
    counted = count(ledger, how, paths, executors)
    assert states(ledger, counted) == {"done": among - 1, "failed": 1}
    (line,) = ledger.lines([counted[at].key])
    assert str(ATTEMPTS) in failure_sentence(line.failure, "es")


def test_many_photographs_are_handed_over_in_batches_that_grow_small_in_the_end(
    ledger: Ledger, how: ReadingSetup, tmp_path: Path
):
    executors = FakeExecutors()
    counted = count(ledger, how, pictures(tmp_path / "in", 200), executors)
    assert states(ledger, counted) == {"done": 200}
    assert (sum(executors.batches), executors.batches[0], executors.batches[-1]) == (200, LARGEST_BATCH, 1)
    assert len(executors.batches) < 200 / 3


def test_large_photographs_are_handed_over_one_by_one(ledger: Ledger, how: ReadingSetup, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(batch_size, "LARGEST_BATCH_BYTES", 50)
    executors = FakeExecutors()
    count(ledger, how, pictures(tmp_path / "in", 40), executors)
    assert set(executors.batches) == {1}


def test_a_picture_of_a_batch_that_cannot_be_read_costs_no_other(ledger: Ledger, how: ReadingSetup, tmp_path: Path):
    paths = pictures(tmp_path / "in", 80)
    paths[2].write_bytes(b"no picture")
    assert states(ledger, count(ledger, how, paths)) == {"done": 79, "failed": 1}


def test_a_fault_of_the_program_is_a_line_too(ledger: Ledger, how: ReadingSetup, tmp_path: Path, single_recognizer):
    class Blind:
        def look(self, frame):
            raise ZeroDivisionError("no tiles")

    single_recognizer(Blind())
    counted = count(ledger, how, pictures(tmp_path / "in", 1))
    (line,) = ledger.lines([counted[0].key])
    assert "ZeroDivisionError" in failure_sentence(line.failure, "es")


def test_what_a_killed_program_left_under_way_is_taken_over_after_the_rest(
    ledger: Ledger, how: ReadingSetup, tmp_path: Path
):
    paths = pictures(tmp_path / "in", 3)
    photo = hashlib.sha256(paths[0].read_bytes()).hexdigest()
    ledger.take(LedgerKey(photo, how.models, version_of(how.rules)), "somebody who was killed")
    order = [counted.index for counted in Counting(ledger, FakeExecutors(), how).count(paths)]
    assert (sorted(order), order[-1]) == ([0, 1, 2], 0)


def test_who_is_stopped_lets_go_of_what_was_under_way(ledger: Ledger, how: ReadingSetup, tmp_path: Path):
    paths = pictures(tmp_path / "in", 6)
    executors = FakeExecutors()
    running = Counting(ledger, executors, how).count(paths)
    next(running)
    running.close()
    assert executors.closed == 1
    keys = [photo.key for photo in count(ledger, how, paths)]
    assert all(line.tries <= 2 and line.state == "done" for line in ledger.lines(keys))


def test_a_machine_with_other_networks_ends_the_run(ledger: Ledger, how: ReadingSetup, tmp_path: Path):
    other = ReadingSetup("0.0.1 abc", how.rules)
    with pytest.raises(DifferentNetworks) as raised:
        count(ledger, other, pictures(tmp_path / "in", 2))
    travelled = pickle.loads(pickle.dumps(raised.value))
    assert travelled.sentence("es") == raised.value.sentence("es")
    assert "0.0.1 abc" in travelled.sentence("en")


def test_processes_of_this_machine_read_and_one_that_is_killed_costs_nothing(
    ledger: Ledger, how: ReadingSetup, tmp_path: Path
):
    executors = LocalExecutors(1)
    ending = Counting(ledger, executors, how).count(pictures(tmp_path / "in", 5))
    first = next(ending)
    os.kill(next(iter(executors._pool._processes)), signal.SIGKILL)
    counted = [first, *ending]
    assert (states(ledger, counted), sum(photo.is_new for photo in counted)) == ({"done": 5}, 5)
