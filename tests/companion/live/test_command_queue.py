"""Whoever tells something to the program that reads a table never waits for it; of pictures the newest is told."""

from __future__ import annotations

import os
import select
import threading

from companion.live.command_queue import CommandQueue
from companion.live.worker_messages import PushPicture, SetZones, ShowPictures, receive

LARGE = bytes(200_000)
"""More than a pipe holds."""


def test_a_program_that_does_not_listen_keeps_nobody_waiting():
    heard, write_end = os.pipe()
    outbox = CommandQueue(os.fdopen(write_end, "wb"))
    outbox.put(PushPicture(b"first" + LARGE))
    select.select([heard], [], [], 30)
    for number in range(50):
        outbox.put(PushPicture(b"%d" % number + LARGE))
        outbox.put(ShowPictures(number))
    outbox.put(SetZones(()))
    with os.fdopen(heard, "rb") as pipe:
        told_first = receive(pipe)
        rest = [receive(pipe) for _ in range(52)]
        outbox.close()
        assert receive(pipe) is None
    pictures = [command for command in (told_first, *rest) if isinstance(command, PushPicture)]
    assert [command.picture[:2] for command in pictures] == [b"fi", b"49"]
    assert [command.seconds for command in rest if isinstance(command, ShowPictures)] == list(range(50))
    assert rest[-1] == SetZones(())


def test_a_program_that_is_gone_ends_the_thread():
    before = threading.active_count()
    heard, write_end = os.pipe()
    os.close(heard)
    outbox = CommandQueue(os.fdopen(write_end, "wb"))
    outbox.put(ShowPictures(1.0))
    while threading.active_count() > before:
        threading.Event().wait(0.01)
    outbox.put(ShowPictures(1.0))
    outbox.close()
