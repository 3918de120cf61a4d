"""The organiser's guide, followed step by step in real browsers: whatever it names is there under that very name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask

from tests.companion.dashboard import table
from tests.companion.dashboard.playing import playing_app

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, Visit, visiting  # noqa: E402

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
    pytest.mark.slow,
    pytest.mark.timeout(300),
]
GUIDE = Path(__file__).parents[3] / "docs" / "organizador.md"
HOUSE = "http://192.168.0.7:8000"
"""Where other devices find the pages."""
ELSEWHERE = {"X-Forwarded-For": "192.168.0.20"}
"""What makes a browser on this machine one of somebody else's."""
PLAYERS = ("Ana; Lobos; 1961", "Beto", "Caro; Lobos; 1958", "Dani")
RING = {("Ana", "Beto"), ("Beto", "Caro"), ("Caro", "Ana")}
"""Three who beat each other by the same points, so that only lots separate them; Dani loses to everybody."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An empty house."""
    with playing_app(tmp_path_factory.mktemp("house"), public_url=f"{HOUSE}/") as app:
        yield app


def exactly(name: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*{re.escape(name)}\s*$")


class Walk:
    """Somebody before a browser, who remembers all words that were there to be read."""

    def __init__(self, visit: Visit, address: str) -> None:
        self.visit, self.page, self.address = visit, visit.page, address
        self.words = ""

    def opens(self, place: str) -> None:
        """Goes to an address, also to one that a QR code names."""
        self.page.goto(self.address + place.removeprefix(HOUSE))
        self._looks()

    def taps(self, name: str, within: str = "main") -> None:
        """Taps the link or button that is called exactly so."""
        with self.led_on():
            self.page.locator(f"{within} :is(a, button):visible", has_text=exactly(name)).first.click()

    def fills(self, button: str, **fields: object) -> None:
        """Fills in the form that ends with a button, and sends it; several values go to fields of the same name."""
        form = self.form(button)
        for name, value in fields.items():
            values = value if isinstance(value, tuple) else (value,)
            for field, text in zip(form.locator(f"[name={name}]").all(), values, strict=False):
                field.check() if text is True else field.fill(str(text))
        with self.led_on():
            form.locator("button", has_text=exactly(button)).click()

    def form(self, button: str):
        """The form in view that ends with a button."""
        return self.page.locator("main form:visible", has=self.page.locator("button", has_text=exactly(button))).first

    def unfolds(self, name: str) -> None:
        """Opens what is folded away under a name."""
        self.page.locator("main summary:visible", has_text=name).first.click()

    def address_of(self, name: str) -> str:
        """Where the link leads that is called exactly so."""
        return self.page.locator("main a", has_text=exactly(name)).first.get_attribute("href")

    @contextmanager
    def led_on(self) -> Iterator[None]:
        """What is done meanwhile leads to another page, or to the same one anew."""
        with self.visit.led_on():
            yield
        self._looks()

    def _looks(self) -> None:
        self.words += self.page.locator("body").text_content()
        wide_px = max(self.visit.overflow_px, 0)
        assert (self.visit.complaints, self.visit.violations, wide_px) == ([], [], 0), self.page.url


@pytest.fixture
def organiser(browser, address: str) -> Iterator[Walk]:
    """Whoever sits at the computer."""
    with visiting(browser, 1280, "es-AR") as visit:
        yield Walk(visit, address)


@pytest.fixture
def phone(browser, address: str) -> Iterator[Walk]:
    """The telephone of a table."""
    with visiting(browser, 360, "es-AR", extra_http_headers=ELSEWHERE) as visit:
        yield Walk(visit, address)


@pytest.fixture
def judge(browser, address: str) -> Iterator[Walk]:
    """The telephone of a judge."""
    with visiting(browser, 360, "es-AR", extra_http_headers=ELSEWHERE) as visit:
        yield Walk(visit, address)


def test_whatever_the_guide_names_is_there(organiser: Walk, phone: Walk, judge: Walk, tmp_path: Path):
    the_day_before(organiser)
    table_code, pins, judge_code = at_the_beginning(organiser)
    judge.opens(judge_code)
    judge.fills("Entrar", name="Rita")
    at_a_table(phone, table_code, pins)
    when_something_fails(judge, organiser)
    the_rest_of_the_zone(judge, organiser)
    champion = the_final(organiser)
    kept_and_brought(organiser, tmp_path)
    assert champion in organiser.words
    named = re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", GUIDE.read_text(encoding="utf-8"))
    seen = " ".join(f"{organiser.words} {phone.words} {judge.words}".split())
    assert len(named) > 20
    assert [name for name in map(" ".join, map(str.split, named)) if name not in seen] == []


def the_day_before(organiser: Walk) -> None:
    organiser.opens("/")
    organiser.taps("Torneos", "header")
    organiser.taps("Armar un torneo")
    assert is_in_few_lines(organiser, "Que se juegue el tercer puesto")
    organiser.fills("Armar", title="Sábado", tables=2, born_until=1965)
    organiser.fills("Anotar", lines="\n".join(PLAYERS))
    organiser.taps("Papeles")
    assert is_pdf(organiser, "En blanco")


def is_in_few_lines(organiser: Walk, words: str) -> bool:
    """Whether a label is wider than it is high."""
    box = organiser.page.locator("label", has_text=words).bounding_box()
    return box is not None and box["height"] < box["width"]


def at_the_beginning(organiser: Walk) -> tuple[str, dict[str, str], str]:
    """Gives the code of the first table, everybody's PIN, and the code for a judge."""
    organiser.taps("Organizar")
    organiser.fills("Sortear", seed="bolillero 7", anyway=True)
    organiser.fills("Hacer un código")
    table_code = organiser.page.locator("a.qr-link").first.get_attribute("href")
    organiser.taps("Volver")
    organiser.taps("Los PIN para confirmar, para imprimir")
    pins = dict(re.findall(r"(\w+)\s+(\d{4})", organiser.page.locator(".pin-slips").inner_text()))
    organiser.taps("Volver")
    organiser.taps("Código para un juez")
    judge_code = organiser.page.locator("a.qr-link").first.get_attribute("href")
    organiser.taps("Volver a los torneos")
    organiser.page.locator("a.match-card").click()
    organiser.taps("Papeles")
    assert is_pdf(organiser, "De los que faltan")
    organiser.taps("Organizar")
    organiser.taps("Sentar a los que siguen")
    organiser.taps("Arrancar todos los relojes")
    organiser.taps("Tablero para la tele")
    organiser.taps("Volver al tablero")
    return table_code, pins, judge_code


def at_a_table(phone: Walk, code: str, pins: dict[str, str]) -> None:
    phone.opens(code)
    phone.taps("Entrar a la mesa")
    other = phone.form("Anotar la mano").locator(".chip span").nth(1).inner_text()
    phone.fills("Anotar la mano", side=True, points=(800, 300))
    phone.fills(f"{other} confirma", pin=pins[other])
    phone.unfolds("Contar lo bajado con una foto")
    photo = {"name": "mesa.jpg", "mimeType": "image/jpeg", "buffer": table.picture()}
    phone.form("Contar").locator("[name=photo]").set_input_files(photo)
    phone.fills("Contar")
    phone.fills("Anotar la mano", side=True, points=(400, 300))
    phone.unfolds("No es así")
    phone.fills("Llamar al juez", pin=pins[other], points=(350, 300), reason="falta el muerto")


def when_something_fails(judge: Walk, organiser: Walk) -> None:
    with judge.led_on():
        judge.page.locator("a.match-card").click()
    judge.taps("Juez")
    with judge.led_on():
        judge.page.locator("#part-disputes a.fixture").click()
    judge.fills("Decidir", points=(350, 300), reason="vi la foto")
    judge.unfolds("Corregir: Mano 1")
    judge.fills("Decidir", points=(810, 300), reason="mal sumada")
    judge.unfolds("Mesa y reloj")
    judge.fills("Dar minutos", minutes=5, reason="se cortó la luz")
    judge.taps("Juez")
    with judge.led_on():
        judge.page.locator("#part-seated a.fixture").nth(1).click()
    judge.unfolds("Uno no vino")
    judge.fills("Darle el partido", present=True, reason="no llegó")
    judge.taps("Historia")
    judge.unfolds("Anular")
    judge.fills("Anular", reason="llegó al final")
    organiser.taps("Organizar")
    organiser.unfolds("La lista")
    organiser.unfolds("Se va")
    organiser.fills("Anotar que se va", for_good=True, reason="una llamada")
    organiser.unfolds("La lista")
    organiser.fills("Volvió", plays=True)
    organiser.page.once("dialog", lambda dialog: dialog.accept())
    organiser.taps("Dar de baja")
    organiser.fills("Hacer un código", table=1)


def the_rest_of_the_zone(judge: Walk, organiser: Walk) -> None:
    """All matches come from paper, also the one that was begun."""
    for number in range(1, 7):
        judge.opens(f"{place(organiser)}/fixtures/{number}")
        while judge.page.locator("main summary", has_text="Quitar: ").count():
            judge.page.locator("main summary", has_text="Quitar: ").last.click()
            judge.fills("Quitar", reason="se anotó en papel")
        home, away = judge.page.locator("#part-match thead th").all_inner_texts()[1:]
        judge.unfolds("Anotar el resultado del partido")
        judge.fills("Decidir", points=(1500, 1300) if (home, away) in RING or away == "Dani" else (1300, 1500))


def the_final(organiser: Walk) -> str:
    organiser.taps("Posiciones")
    organiser.taps("Sortear acá")
    organiser.taps("Organizar")
    organiser.taps("Armar la llave")
    organiser.taps("Sentar a los que siguen")
    organiser.opens(f"{place(organiser)}/fixtures/7")
    organiser.unfolds("Anotar el resultado del partido")
    winner = organiser.page.locator("#part-match thead th").nth(1).inner_text()
    organiser.fills("Decidir", points=(1500, 20))
    return f"Ganó {winner}."


def kept_and_brought(organiser: Walk, folder: Path) -> None:
    organiser.taps("Papeles")
    assert organiser.page.request.get(organiser.address + organiser.address_of("Posiciones, en una foto")).ok
    with organiser.page.expect_download() as taken:
        organiser.page.locator("main a", has_text=exactly("Descargar el torneo")).click()
    taken.value.save_as(folder / "sabado.burako")
    organiser.taps("Torneos", "header")
    organiser.taps("Traer un torneo")
    organiser.page.locator("main input[type=file]").set_input_files(folder / "sabado.burako")
    organiser.fills("Traer")
    assert "ya estaba acá tal cual" in organiser.words


def place(walk: Walk) -> str:
    """Where the pages of the tournament are that somebody looks at."""
    return re.search(r"/tournaments/t\w+", walk.page.url)[0]


def is_pdf(walk: Walk, name: str) -> bool:
    """Whether the link that is called exactly so leads to something to print."""
    return walk.page.request.get(walk.address + walk.address_of(name)).body().startswith(b"%PDF-")
