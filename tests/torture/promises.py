"""What the program promises, the tests that hold it to that, and how far they go; ``full`` is what it is to reach."""

from __future__ import annotations

from dataclasses import dataclass

C, V = "tests/companion", "tests/vision/cameras"
S, T, D, L = f"{C}/eventstore", f"{C}/tournaments", f"{C}/dashboard", f"{C}/live"


@dataclass(frozen=True, slots=True)
class Promise:
    """One promise."""

    name: str
    said: str
    full: str
    tests: tuple[str, ...]
    short: str = ""
    """In what the tests fall short of ``full``; empty where they ask as much, or more."""
    quick: str = ""
    """In what the quick tests fall short besides, which the slow ones make good."""


PROMISES = (
    Promise(
        "R1",
        "a killed program loses nothing acknowledged and doubles nothing",
        "1,000 kills, back in 3 s",
        (f"{S}/test_killed.py", f"{C}/test_restart.py"),
        quick="fewer kills",
    ),
    Promise("R2", "a torn or garbled file never tells another story", "1,000 files", (f"{S}/test_damage.py",)),
    Promise(
        "R3",
        "a write that fails is never acknowledged, and all goes on with room again",
        "n = 1 … 200, a banner in 2 s",
        (
            "tests/torture/test_writes_that_fail.py",
            "tests/torture/test_io_errors.py",
            "tests/torture/test_full_disk.py",
            f"{C}/test_health.py",
        ),
        quick="n = 1 … 8",
    ),
    Promise(
        "R4",
        "the same key twice is one entry",
        "10 at once, 500 rounds",
        (f"{S}/test_journal.py", f"{T}/test_service.py", "tests/torture/test_same_order.py"),
        quick="15 rounds",
    ),
    Promise(
        "R5",
        "the journal told again gives the same, whatever was told",
        "10,000 programs",
        (f"{C}/matches/test_told_at_random.py",),
        quick="fewer programs",
    ),
    Promise(
        "R6",
        "many who write and read at once all get their turn",
        "50 writers, 200 readers, 60 s",
        (f"{C}/test_two_servers.py", f"{C}/test_many_screens.py"),
        quick="fewer people",
    ),
    Promise(
        "R7",
        "a backup made while people play comes back whole",
        "100 times; 5,000 tables in 60 s",
        (f"{S}/test_backup.py", f"{S}/test_backups_under_load.py"),
        quick="4 times; 20 tables",
    ),
    Promise(
        "R8",
        "a migration that is cut short changes nothing",
        "every older schema",
        (f"{S}/test_damage.py", f"{S}/test_photo_ledger.py"),
    ),
    Promise(
        "R9",
        "a clock that jumps changes no clock of a match",
        "±1 h, with and without a restart",
        (f"{S}/test_steady_clock.py", f"{T}/test_match_clock.py"),
    ),
    Promise(
        "R10",
        "of two who correct at once the second is told",
        "409 with a difference",
        (f"{S}/test_journal.py", f"{D}/test_table_api.py", f"{D}/test_photo_versions.py"),
    ),
    Promise(
        "C1",
        "a camera that goes is said to, and is back by itself",
        "100 times; 3 s and 5 s",
        (f"{L}/test_camera_troubles.py", f"{V}/test_live_camera.py", f"{V}/test_told_apart.py"),
        quick="fewer times, not timed",
    ),
    Promise(
        "C2",
        "a camera that hangs, dies, freezes or is black is told apart",
        "5 s each, 5 captures a minute",
        (
            f"{V}/test_trouble_detection.py",
            f"{V}/test_told_apart.py",
            f"{L}/test_vigil.py",
            f"{L}/test_camera_troubles.py",
        ),
        quick="not timed",
    ),
    Promise(
        "C3",
        "only the newest picture is read",
        "age 300 ms after a stall",
        (f"{V}/test_latest_frame_buffer.py", f"{L}/test_stalling.py"),
        quick="the age is not timed",
    ),
    Promise(
        "C4",
        "a change on the table is told soon",
        "p50 300 ms, p95 700 ms",
        (f"{L}/test_delay.py",),
        quick="not timed",
    ),
    Promise(
        "C5",
        "a dead address is told and holds up nobody",
        "5 s",
        (f"{V}/test_streams.py", f"{L}/test_dead_addresses.py"),
        quick="not timed",
    ),
    Promise(
        "C6",
        "what is bumped or in another light asks before it tells",
        "3 s",
        (f"{V}/test_camera_health.py", f"{L}/test_disturbed.py"),
        quick="the camera's own part alone",
    ),
    Promise(
        "U1",
        "a mutated picture is a picture or a refusal",
        "200,000 of 10 formats",
        (
            "tests/vision/test_images.py",
            f"{D}/test_error_pages.py",
            f"{D}/test_sent_pictures.py",
            f"{D}/test_mutated_uploads.py",
        ),
        quick="fewer",
    ),
    Promise(
        "U2",
        "a bomb is refused from its header",
        "20 ms, 20 MB",
        ("tests/vision/test_headers.py", "tests/vision/test_bombs.py"),
        quick="not timed",
    ),
    Promise(
        "U3",
        "a body without end, or too heavy, keeps nobody waiting",
        "p99 100 ms",
        (f"{C}/test_stalled.py",),
        quick="not timed",
    ),
    Promise(
        "U4",
        "no name leads out of the folder",
        "500 names",
        ("tests/torture/test_any_request.py", f"{S}/test_backup.py"),
    ),
    Promise("U5", "what was typed is never a formula", "= + − @ tab", (f"{C}/printing/test_paper_cache.py",)),
    Promise(
        "U6",
        "a name is never a script",
        "300 names, every page",
        (f"{D}/test_pages.py", f"{D}/test_hostile_names.py"),
        quick="fewer names",
    ),
    Promise("S1", "every answer carries the headers that guard it", "every route", (f"{D}/test_request_security.py",)),
    Promise(
        "S2",
        "a form of another site changes nothing",
        "every order",
        (f"{D}/test_request_security.py", f"{D}/test_doors.py"),
    ),
    Promise("S3", "every address and order has its least role", "all of them", (f"{D}/test_doors.py",)),
    Promise(
        "S4",
        "guessing ends soon",
        "10,000 tries: 5 a minute, 20 an hour",
        (f"{D}/test_doors.py", f"{D}/test_guessing.py"),
        quick="300 tries",
    ),
    Promise("S5", "only our names are answered", "all", (f"{D}/test_request_security.py",)),
    Promise(
        "S6",
        "who stalls keeps nobody waiting",
        "p99 100 ms",
        (f"{C}/test_stalled.py", f"{C}/test_wsgi_threads.py", f"{C}/network"),
        quick="not timed",
    ),
    Promise(
        "S7",
        "cookies are signed, kept from scripts, and void once the key is another",
        "all",
        (f"{D}/test_doors.py", f"{S}/test_data_folder.py"),
    ),
    Promise(
        "S8", "a camera's address is of a camera", "schemes", (f"{V}/test_sources.py", f"{D}/test_choosing_a_camera.py")
    ),
    Promise(
        "S9",
        "nothing leaves the house",
        "no packet in 10 minutes",
        ("tests/test_nothing_leaves.py", "tests/supply/test_supply.py"),
        quick="seconds, not minutes",
    ),
    Promise(
        "S10",
        "no request is a fault of ours, and what comes back is what is described",
        "10,000 requests",
        ("tests/torture/test_any_request.py", "tests/torture/test_described.py"),
        quick="600 requests",
    ),
    Promise(
        "L1",
        "screens hear of a move at once",
        "40 screens, p99 50 ms",
        (f"{D}/test_event_stream.py", f"{C}/test_many_screens.py"),
        quick="fewer screens",
    ),
    Promise(
        "L2",
        "phones beyond the places are told to come back",
        "300 phones, p95 300 ms",
        (f"{D}/test_listener_limit.py", f"{T}/test_phone_load.py"),
        quick="not timed",
    ),
    Promise("L3", "an eighth tab opens as the first", "1 s", (f"{D}/test_eighth_tab_browser.py",)),
    Promise("L4", "a national event is carried", "500 tables, 100 a second, p99 150 ms", (f"{T}/test_load.py",)),
    Promise(
        "L5",
        "each photograph is counted once, whoever is killed",
        "5,000",
        (f"{C}/bulk_counting/test_cluster.py", f"{C}/bulk_counting/test_counting.py"),
        quick="fewer photographs",
    ),
    Promise(
        "L6",
        "hand after hand takes no more memory",
        "1 MB an hour, 24 h",
        (f"{L}/test_soak.py",),
        "20 minutes, not 24 hours: a slope of 1 MB an hour is beneath what they can tell",
    ),
    Promise(
        "L7",
        "an idle table hardly uses the processor",
        "15 % of a core",
        (f"{C}/test_gc_tuning.py", f"{L}/test_idle.py"),
        quick="not measured",
    ),
    Promise(
        "+1",
        "PostgreSQL that comes and goes: no 500, no words but ours, nothing lost",
        "4 restarts under load",
        ("tests/torture/test_postgres_restarts.py",),
    ),
    Promise(
        "+2", "a forged tournament is not taken", "700 mutants", (f"{T}/test_forged.py", f"{T}/test_export_import.py")
    ),
    Promise("+3", "what is wrong on a machine is said, with its remedy", "every problem", (f"{C}/doctor",)),
    Promise(
        "+4",
        "two servers that share a PostgreSQL carry a national event, and refuse nobody",
        "500 tables, 100 a second",
        (f"{T}/test_shared_load.py",),
    ),
)
