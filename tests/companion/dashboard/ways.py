"""Five ways to a scored hand, each as a thumb goes through it: what is tapped, and what is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from playwright.sync_api import Locator, Page

INKS = {"r": "r", "b": "b", "y": "y", "k": "k", "J": "r"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedHand:
    """A hand of four that was played without the program."""

    names: tuple[str, ...]
    sides: tuple[str, str]
    melds: tuple[tuple[str, ...], tuple[str, ...]]
    racks: tuple[str, ...]
    """In notation by seat; empty where nothing was left."""
    closer: int
    muertos: tuple[str, str]
    sums: tuple[str, str]
    """Each side as the paper sheet has it, in words."""
    canastas: tuple[tuple[int, int], tuple[int, int]]
    """Pure and impure ones of each side."""
    laid: tuple[int, int]
    left: tuple[int, int]
    totals: tuple[int, int]
    photographs: tuple[Path, ...] = ()
    """The table, then each rack on which something was left."""


class Thumb:
    """Taps and types on a phone, with a pause before each tap, and counts."""

    def __init__(self, page: Page, pause_s: float = 0.0) -> None:
        self.page, self.pause_s = page, pause_s
        self.taps = self.letters = 0
        self.began_s = monotonic()
        self.took_s = 0.0

    @property
    def seconds(self) -> float:
        return monotonic() - self.began_s

    def tap(self, what: Locator) -> None:
        self.page.wait_for_timeout(1000 * self.pause_s)
        what.tap()
        self.taps += 1

    def leads(self, what: Locator) -> None:
        """Taps something that renews the page."""
        self.page.locator("#main").evaluate("main => main.classList.add('left')")
        self.tap(what)
        self.page.wait_for_selector("#main:not(.left)")

    def types(self, text: str) -> None:
        """Types where the last tap was."""
        self.page.keyboard.type(text, delay=250 * self.pause_s)
        self.letters += len(text)

    def goes_on(self) -> None:
        """Presses the key of the phone that leads to the next field."""
        self.page.wait_for_timeout(250 * self.pause_s)
        self.page.keyboard.press("Enter")
        self.letters += 1

    def chip(self, name: str, value: str, within: str) -> None:
        self.tap(self.page.locator(f'{within} label.chip:has(input[name="{name}"][value="{value}"])'))


def by_photographs(thumb: Thumb, hand: PlayedHand) -> None:
    """All photographs at once; then what is asked."""
    page = thumb.page
    thumb.page.wait_for_timeout(1000 * thumb.pause_s)
    page.set_input_files(".photos-first input[multiple]", hand.photographs)
    thumb.taps += 1
    page.wait_for_selector(".photo-hand", timeout=60_000)
    while page.locator(".photo-question").count():
        thumb.leads(_answer(page, hand))
    thumb.leads(page.locator(".confirm-hand"))


def _answer(page: Page, hand: PlayedHand) -> Locator:
    """The button that tells the truth."""
    question = page.locator(".photo-question")
    asked = question.locator("h2").inner_text()

    def button(value: str) -> Locator:
        return question.locator(f'button[value="{value}"]').first

    if "estos juegos" in asked:
        return button("0")
    if "cerró" in asked:
        return button(str(hand.closer))
    if "estas fichas" in asked:
        shown = [tile.get_attribute("aria-label") for tile in question.locator(".asked-about .tile").all()]
        return button(f"rack.{_owner(shown, hand)}")
    if "el muerto?" in asked:
        team = next(at for at, name in enumerate(hand.sides) if name in asked)
        return button(hand.muertos[team])
    if "Están todas" in asked:
        return button("1")
    return question.locator(".choice-tile").first


_INK_WORDS = {"r": "rojo", "b": "azul", "y": "amarillo", "k": "negro"}


def _owner(shown: Sequence[str | None], hand: PlayedHand) -> int:
    def said(face: str) -> str:
        return "comodín" if face == "J" else f"{face[:-1]} {_INK_WORDS[face[-1]]}"

    racks = [sorted(map(said, rack.split())) for rack in hand.racks]
    return racks.index(sorted(str(label) for label in shown))


def by_the_sheet(thumb: Thumb, hand: PlayedHand) -> None:
    """Two chips; then every number of the sheet, from the first to the last by the phone's own key."""
    page, form = thumb.page, "#summed"
    team = hand.closer % 2
    thumb.chip("closer", str(team), form)
    thumb.chip(f"muerto.{1 - team}", hand.muertos[1 - team], form)
    thumb.tap(page.locator(f"{form} .stepper input").first)
    numbers = [
        value for side in zip(*zip(*hand.canastas, strict=True), hand.laid, hand.left, strict=True) for value in side
    ]
    for at, number in enumerate(numbers):
        thumb.types(str(number) if number else "")
        if at < len(numbers) - 1:
            thumb.goes_on()
    _add_up(thumb)


def by_words(thumb: Thumb, hand: PlayedHand) -> None:
    """Each side in words, as the phone's keyboard writes what is dictated."""
    for team, words in enumerate(hand.sums):
        field = thumb.page.locator(f'#summed [name="words.{team}"]')
        thumb.tap(field)
        thumb.page.keyboard.insert_text(words)
    _add_up(thumb)


def _add_up(thumb: Thumb) -> None:
    thumb.leads(thumb.page.locator("#summed .summed-foot .button", has_text="Sumar"))


def by_points(thumb: Thumb, hand: PlayedHand) -> None:
    """Only the totals that somebody has worked out on paper."""
    page = thumb.page
    thumb.tap(page.locator("details:has(input[data-signed]) > summary"))
    for field, total in zip(page.locator("input[data-signed]").all(), hand.totals, strict=True):
        thumb.tap(field)
        thumb.types(str(total))
    thumb.leads(page.locator("details:has(input[data-signed]) form .actions .button"))
    thumb.leads(page.locator('form:has(input[value="confirm"]) button'))


def by_tiles(thumb: Thumb, hand: PlayedHand) -> None:
    """Every tile by its key."""
    page, form = thumb.page, ".count-form"
    thumb.tap(page.locator(".by-tiles > summary"))
    thumb.chip("closer", str(hand.closer), form)
    ink = "r"
    for seat, rack in enumerate(hand.racks):
        if not rack:
            thumb.chip(f"none.{seat}", "1", form)
            continue
        thumb.tap(page.locator(f"#rack-{seat}"))
        ink = _keys(thumb, rack.split(), ink)
    for team, muerto in enumerate(hand.muertos):
        if muerto != "untaken":
            page.locator('select[name="muertos"]').nth(team).select_option(muerto)
            thumb.taps += 2
    for team, melds in enumerate(hand.melds):
        thumb.tap(page.locator(f'textarea[name="melds.{team}"]'))
        for at, meld in enumerate(melds):
            if at:
                thumb.tap(page.locator(".keyboard [data-row]"))
            ink = _keys(thumb, [word.partition("=")[0] for word in meld.split()], ink)
    thumb.tap(page.locator(".keyboard [data-hide]"))
    thumb.leads(page.locator(f"{form} > .actions .button"))
    thumb.leads(page.locator('form:has(input[value="confirm"]) button'))


def _keys(thumb: Thumb, faces: Sequence[str], ink: str) -> str:
    """Taps tiles, each after its ink where another is shown; the ink that is shown then."""
    for face in faces:
        wanted = ink if face == "J" else face[-1]
        if wanted != ink:
            thumb.tap(thumb.page.locator(f'.keyboard label.ink-choice:has(input[value="{wanted}"])'))
            ink = wanted
        thumb.tap(thumb.page.locator(f'.keyboard button[value="{face}"]:visible').first)
    return ink


Way = Callable[[Thumb, PlayedHand], None]
WAYS: Mapping[str, Way] = {
    "Fotos": by_photographs,
    "Como en la planilla": by_the_sheet,
    "Como en la planilla, dictado": by_words,
    "Sólo los puntos": by_points,
    "Ficha por ficha": by_tiles,
}


def counted(page: Page, table: str, way: Way, hand: PlayedHand, pause_s: float = 0.0) -> Thumb:
    """Counts ``hand`` from the page of its table to its confirmation."""
    page.goto(table)
    thumb = Thumb(page, pause_s)
    thumb.leads(page.locator('form[action$="/count"] button'))
    way(thumb, hand)
    page.wait_for_url(re.compile(rf"{re.escape(table)}$"))
    return thumb
