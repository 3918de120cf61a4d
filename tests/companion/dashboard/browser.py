"""A real browser before a real server on this machine, and what went wrong in it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Frame, Locator, Page, Playwright, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

BROWSERS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser")
CHROMIUM = next((path for path in BROWSERS if Path(path).exists()), None)
"""Debian's: the shell draws the same pages without a browser's own windows round them, in two thirds of the time."""
ARGUMENTS = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
"""Chromium refuses to run as root in its sandbox."""
_NOTE_VIOLATIONS = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""


class _Silent(WSGIRequestHandler):
    """A server that keeps its log to itself, and no file open: it forgets those of browsers that go away."""

    def log(self, type: str, message: str, *args: object) -> None:
        """Says nothing."""

    def make_environ(self) -> dict[str, Any]:
        """As for any request, with files that are read at once."""
        return {**super().make_environ(), "wsgi.file_wrapper": _read_at_once}


def _read_at_once(file: BinaryIO, buffer_size: int = 0) -> list[bytes]:
    with file:
        return [file.read()]


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """The address at which ``app`` is served meanwhile."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Silent)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


_leads: list[Playwright] = []
"""What leads all browsers that are open, for there may be one in a process at a time."""


@contextmanager
def chromium(*arguments: str) -> Iterator[Browser]:
    """Debian's Chromium with further ``arguments``, open meanwhile."""
    with ExitStack() as stack:
        if not _leads:
            _leads.append(stack.enter_context(sync_playwright()))
            stack.callback(_leads.clear)
        browser = _leads[0].chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *arguments])
        stack.callback(browser.close)
        yield browser


def seeing(film: Path) -> list[str]:
    """The arguments that make ``film``, JPEGs one after another, the camera of Chromium."""
    return [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]


class Visit:
    """One visitor's page, with everything the browser complained of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.add_init_script(_NOTE_VIOLATIONS)

    def _note(self, message: object) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    @property
    def violations(self) -> list[str]:
        """What the page tried against its own policy."""
        return list(self.page.evaluate("window.violations"))

    @property
    def overflow_px(self) -> int:
        """How far the page can be scrolled sideways."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

    @property
    def heading(self) -> str:
        """The words of the main heading."""
        return self.page.locator("main h1").inner_text()

    @contextmanager
    def led_on(self) -> Iterator[None]:
        """What is done meanwhile leads to another page, or to the same one anew."""
        self.page.locator("#main").evaluate("main => main.classList.add('left')")
        yield
        self.page.wait_for_selector("#main:not(.left)")

    def follow(self, leading: Locator) -> None:
        """Clicks a link, or the button of a form, that leads to a page."""
        with self.led_on():
            leading.click()

    def send(self, path: Path) -> None:
        """Chooses a photograph and waits for its score."""
        self.page.set_input_files(".pick input", path)
        self.page.wait_for_selector(".result, .refusal, .problem:not([hidden])")


class _Profile:
    """A browser's window for visitors with one kind of screen, one after another; the next finds nothing of the last.

    A page in a window that is open takes half as much of the processor as a window of its own.
    """

    def __init__(self, browser: Browser, options: Mapping[str, Any]) -> None:
        self.context: BrowserContext = browser.new_context(**options)
        self._origins: set[str] = set()
        self._kept_open = self.context.new_page()
        self.context.on("page", lambda page: page.on("framenavigated", self._note))

    def _note(self, frame: Frame) -> None:
        where = urlsplit(frame.url)
        if where.scheme in ("http", "https"):
            self._origins.add(f"{where.scheme}://{where.netloc}")

    def is_left(self) -> None:
        """Closes the pages and forgets what they kept."""
        for page in self.context.pages:
            if page is not self._kept_open:
                page.close()
        self.context.set_offline(False)
        self.context.clear_cookies()
        session = self.context.new_cdp_session(self._kept_open)
        for origin in self._origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()
        self._origins.clear()


_free: WeakKeyDictionary[Browser, dict[str, list[_Profile]]] = WeakKeyDictionary()


@contextmanager
def visiting(
    browser: Browser, width: int, locale: str, *, is_alone: bool = False, **options: object
) -> Iterator[Visit]:
    """A visitor with a phone or a desk computer, by the width of the screen in CSS pixels; ``is_alone``: in a window of
    their own, because they change more of it than what a site can keep."""
    phone = {"is_mobile": True, "has_touch": True} if width < 600 else {}
    told = {"viewport": {"width": width, "height": 800}, "locale": locale, **phone, **options}
    free = _free.setdefault(browser, {}).setdefault(repr(told), [])
    profile = free.pop() if free and not is_alone else _Profile(browser, told)
    try:
        yield Visit(profile.context.new_page())
    except BaseException:
        profile.context.close()
        raise
    if is_alone:
        profile.context.close()
    else:
        profile.is_left()
        free.append(profile)
