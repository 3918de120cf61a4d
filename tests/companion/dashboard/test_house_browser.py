"""A phone of 360 pixels and a desk computer make rule sets of the house; the sentences follow the fields."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from companion.house_rules.form_controls import kind_of, written_of
from engine import PROFILES, load_rules
from engine.rule_and_tile_words import rule_statement
from engine.rules.rule_values import rule_types

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, Visit, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
SCREENS = [
    (360, "en-US", "dark"),
    (1280, "es-AR", "light"),
    pytest.param(360, "es-AR", "light", marks=pytest.mark.slow),
    pytest.param(1280, "en-US", "dark", marks=pytest.mark.slow),
]
_titles = count(1)
_OPEN = "document.querySelectorAll('details').forEach(one => one.open = true)"
_WRITE = """(fields) => {
  for (const input of document.querySelectorAll("[data-house] [name^='rule.']")) {
    const said = fields[input.name.slice(5)] ?? [];
    const twins = [...document.getElementsByName(input.name)];
    if (input.type === "checkbox") input.checked = said.includes(input.value);
    else input.value = said[twins.indexOf(input)] ?? "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""
_SAID = """() => Object.fromEntries([...document.querySelectorAll("[data-rule]")].map((rule) => {
  const says = rule.querySelector("[data-says-now]") ?? [...rule.querySelectorAll(".says > span")].find((one) =>
    getComputedStyle(one).display !== "none");
  return [rule.id, says.textContent];
}))"""


@pytest.fixture
def phone(browser) -> Iterator[Visit]:
    with visiting(browser, 360, "es-AR") as visit:
        yield visit


def begin(visit: Visit, address: str, extends: str = "torneo") -> str:
    """Opens the form of a new rule set, all of it, and gives the name that it will have."""
    visit.page.goto(f"{address}/rules/new?from={extends}")
    visit.page.evaluate(_OPEN)
    number = next(_titles)
    visit.page.fill("input[name=title]", f"Del patio {number}")
    return f"del-patio-{number}"


def save(visit: Visit) -> None:
    """Presses the button that keeps it, and waits for the answer."""
    with visit.led_on():
        visit.page.locator(".save-bar button[value=save]").click()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "locale", "scheme"), SCREENS)
def test_pages_fit_every_screen(browser, address: str, width: int, locale: str, scheme: str):
    with visiting(browser, width, locale, color_scheme=scheme) as visit:
        name = begin(visit, address, "burraco-fibur")
        visit.page.fill("input[name='rule.max_wilds']", "4")
        assert visit.overflow_px == 0
        save(visit)
        for path in ("", "/edit", "/history"):
            visit.page.goto(f"{address}/rules/{name}{path}")
            visit.page.evaluate(_OPEN)
            assert visit.overflow_px == 0, path
        for path in ("/rules", "/rules/new", "/rules/house", "/rules/import"):
            visit.page.goto(address + path)
            assert visit.overflow_px == 0, path
        assert (visit.complaints, visit.violations) == ([], [])


def test_a_sentence_follows_its_field_and_what_was_changed_is_put_back(phone: Visit, address: str):
    name = begin(phone, address)
    wilds, ace = phone.page.locator("#max_wilds"), phone.page.locator("#ace_high")
    wilds.locator("input").fill("1")
    assert "Un juego admite hasta 1 comodín." in wilds.inner_text()
    assert "Antes: Un juego admite hasta 2 comodines." in wilds.inner_text()
    ace.locator("input").tap()
    assert "El 1 no va después del 13." in ace.inner_text()
    assert phone.page.locator("[data-total]").inner_text() == "2 reglas cambiadas"
    phone.page.context.set_offline(True)
    ace.locator("[data-back] button").tap()
    assert "El 1 puede ir después del 13." in ace.inner_text()
    assert "Cambiada" not in ace.inner_text()
    phone.page.context.set_offline(False)
    save(phone)
    phone.page.wait_for_url(f"**/rules/{name}")
    assert "Un juego admite hasta 1 comodín." in phone.page.locator("#max_wilds").inner_text()
    assert (phone.complaints, phone.violations) == ([], [])


@pytest.mark.slow
def test_what_cannot_be_is_told_at_its_field_and_nothing_typed_is_lost(phone: Visit, address: str):
    name = begin(phone, address)
    phone.page.fill("input[name='rule.max_wilds']", "dos")
    phone.page.fill("input[name='rule.muertos']", "0")
    save(phone)
    assert "Poné un número entero" in phone.page.locator("#max_wilds").inner_text()
    assert phone.page.locator("[data-faulty]").is_visible()
    phone.page.fill("input[name='rule.max_wilds']", "3")
    save(phone)
    assert "No hay muertos: no puede hacer falta uno para cerrar." in phone.page.locator("#muertos").inner_text()
    phone.page.locator("#muertos [data-back] button").tap()
    save(phone)
    phone.page.wait_for_url(f"**/rules/{name}")


@pytest.mark.slow
def test_enter_keeps_nothing_and_a_rule_is_found_by_a_word(phone: Visit, address: str):
    begin(phone, address)
    phone.page.locator("input[name='rule.max_wilds']").fill("4")
    phone.page.keyboard.press("Enter")
    assert phone.page.locator("input[name='rule.max_wilds']").input_value() == "4"
    assert phone.page.url.endswith("/rules/new?from=torneo")
    phone.page.fill("[data-house-search] input", "nada de eso")
    assert phone.page.locator("[data-nothing]").is_visible()
    phone.page.fill("[data-house-search] input", "comodines admite")
    assert phone.page.locator("#max_wilds").is_visible()
    assert not phone.page.locator("#deal").is_visible()


@pytest.mark.slow
@pytest.mark.parametrize(("locale", "language"), [("es-AR", "es"), ("en-US", "en")])
def test_every_sentence_is_the_one_that_the_rules_tell(browser, address: str, locale: str, language: str):
    with visiting(browser, 1280, locale) as visit:
        begin(visit, address, "burraco-fibur")
        for name in PROFILES:
            rules = load_rules(name)
            values = {key: getattr(rules, key) for key in rule_types() if kind_of(key) != "fixed"}
            fields = {field: said for key, one in values.items() for field, said in written_of(key, one).items()}
            visit.page.evaluate(_WRITE, fields)
            said = visit.page.evaluate(_SAID)
            for key, value in values.items():
                assert said[key] == rule_statement(key, value, language), (name, key)


@pytest.mark.slow
def test_without_scripts_it_is_made_as_well(browser, address: str):
    with visiting(browser, 360, "es-AR", java_script_enabled=False) as visit:
        visit.page.goto(f"{address}/rules/new?from=torneo")
        visit.page.fill("input[name=title]", "Sin nada")
        summary = visit.page.locator("summary", has_text="Los comodines")
        summary.tap()
        visit.page.fill("input[name='rule.max_wilds']", "4")
        twos = visit.page.locator("#twos_wild")
        twos.locator("input").tap()
        assert "Los 2 también son comodines." not in twos.inner_text(), "the switch tells itself"
        with visit.page.expect_navigation():
            visit.page.locator(".save-bar button[value=look]").tap()
        assert "Un juego admite hasta 4 comodines." in visit.page.locator("#max_wilds").inner_text()
        with visit.page.expect_navigation():
            visit.page.locator("#twos_wild [data-back] button").tap()
        assert "Los 2 también son comodines." in twos.inner_text()
        with visit.page.expect_navigation():
            visit.page.locator(".save-bar button[value=save]").tap()
        assert visit.page.url.endswith("/rules/sin-nada")
