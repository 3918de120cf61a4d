"""Profiles, files of one's own, overrides, and the sentence and source of every rule."""

from __future__ import annotations

import ast
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import get_args

import pytest

from engine import PROFILES, Origin, Rules, RulesError, load_rules, profile_title
from engine.rule_and_tile_words import LANGUAGES, table
from engine.rules.profiles import overridden
from engine.rules.rule_values import rule_types
from engine.rules.rules import TOLD, Basis

KEYS = [field.name for field in fields(Rules) if field.name not in ("name", "origins")]


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_sets_every_rule_with_its_origin(name: str) -> None:
    rules = load_rules(name)
    assert [key for key, _ in rules.origins] == KEYS
    for line in rules.lines("es"):
        assert line.origin.basis in get_args(Basis), line.key
        cited = all(
            re.fullmatch(r"00[0-4]:\d+|F1:\d+|F[2-4]|B[1-7]|R[1-4]", source) for source in line.origin.source.split()
        )
        assert cited, line.key
        assert line.origin.source or line.origin.basis in ("none", "house"), line.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_sentence(language: str) -> None:
    sentences = table("rules")
    assert list(sentences) == KEYS
    for line in load_rules("clasico").lines(language):
        assert line.sentence.endswith(".")
        assert line.value == getattr(load_rules("clasico"), line.key)


@pytest.mark.parametrize("name", PROFILES)
def test_a_value_is_written_as_it_is_read(name: str) -> None:
    rules = load_rules(name)
    written = [f"{line.key}={line.written}" for line in rules.lines("en")]
    assert replace(load_rules("clasico", written), name=name) == rules


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_has_a_title(name: str) -> None:
    assert profile_title(name, "es")
    assert profile_title(name, "en")
    about = table("abouts")[name]
    assert set(about) == set(LANGUAGES)
    assert all(60 < len(words) < 180 for words in about.values())


def read_somewhere() -> set[str]:
    """Every name that some code reads off rules: ``rules.max_wilds``, ``self.rules.target``."""
    found: set[str] = set()
    rooms = (Path(__file__).parents[2] / room for room in ("engine", "companion"))
    texts = (path.read_text("utf-8") for room in rooms for path in room.rglob("*.py"))
    for text in (text for text in texts if "rules" in text):
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)]
        found |= {node.attr for node in nodes if getattr(node.value, "attr", getattr(node.value, "id", "")) == "rules"}
    return found


def test_a_rule_is_read_by_some_code_or_is_one_that_is_only_told() -> None:
    of_the_value_itself = {"deal"}
    assert set(KEYS) - read_somewhere() - of_the_value_itself == TOLD


def test_rules_are_values() -> None:
    assert load_rules("clasico") == load_rules("clasico")
    assert hash(load_rules("clasico")) == hash(load_rules("clasico", []))
    assert load_rules("clasico") != load_rules("clasico", ["max_wilds=2"])
    assert load_rules() == load_rules("clasico")


@pytest.mark.parametrize(
    ("override", "key", "value"),
    [
        ("muerto_taken_bonus=0", "muerto_taken_bonus", 0),
        ("no_canasta=negative", "no_canasta", "negative"),
        ('no_canasta = "negative"', "no_canasta", "negative"),
        ("close_by=discard", "close_by", ("discard",)),
        ("close_by=discard, meld_out", "close_by", ("discard", "meld_out")),
        ('close_by=["discard"]', "close_by", ("discard",)),
        ("time_limit_min=45", "time_limit_min", 45),
        ("time_limit_min=none", "time_limit_min", None),
        ("deal={2=15, 4=11}", "deal", ((2, 15), (4, 11))),
        ("ace_both_ends=false", "ace_both_ends", False),
        ("players=2,4", "players", (2, 4)),
        ("close_by=[]", "close_by", ()),
        ("first_meld_by_total={0=50, 1500=75}", "first_meld_by_total", ((0, 50), (1500, 75))),
        ("first_meld_by_total=[]", "first_meld_by_total", ()),
        ("bad_meld=frozen", "bad_meld", "frozen"),
    ],
)
def test_an_override_sets_one_rule(override: str, key: str, value: object) -> None:
    extra = ["close_needs_canasta=false"] if key == "close_by" and value == () else []
    if extra:
        with pytest.raises(RulesError, match="a way to close"):
            load_rules("clasico", [override, *extra])
        return
    rules = load_rules("clasico", [override])
    assert getattr(rules, key) == value
    assert dict(rules.origins)[key].basis == "house"


@pytest.mark.parametrize(
    ("override", "says"),
    [
        ("max_wild=2", "«max_wild» is not a rule; did you mean «max_wilds»"),
        ("zzzz=2", "«zzzz» is not a rule$"),
        ("max_wilds", "key=value"),
        ("max_wilds=two", "a whole number"),
        ("max_wilds=true", "a whole number"),
        ("max_wilds=-1", "from 0 up"),
        ("ace_low=1", "true or false"),
        ("no_canasta=maybe", "positive, zero, negative"),
        ("no_canasta=3", "positive, zero, negative"),
        ("bad_meld=freeze", "return, set_aside, frozen"),
        ("players=2", "a list"),
        ("players=2,x", "a whole number"),
        ("deal=12", "a table by number of players"),
        ("deal={two=12}", "a table by number of players"),
        ("stock_piles={2=3, 4=4}", "a text"),
        ("deal={2=12}", "4 players"),
        ("deal={2=50, 4=11}", "122 of the 106"),
        ("players=[]", "somebody must play"),
        ("sides=3", "do not split"),
        ("target=none", "a target or a number of hands"),
        ("min_meld_len=2", "two tiles are never a meld"),
        ("pierna_max_len=2", "shorter than min_meld_len"),
        ("canasta_len=2", "shorter than min_meld_len"),
        ("canasta_len=none", "a length is needed"),
        ("ace_high=false", "needs ace_low and ace_high"),
        ("piernas_allowed=[14]", "from 1 to 13"),
        ("tile_values=[1]", "13 values"),
        ("close_needs_canasta=false", ""),
        ("canastas_to_close=0", "at least one"),
        ("muertos=0", "muertos = 0"),
        ("first_meld_by_total=50", "a table by points"),
        ("victory_points={55=11}", "begins at a difference of 0"),
        ("pozo_top_use=always", "free, lay, with_two"),
        ("draw_or_play=true", "discard_ends_turn = false"),
        ("winner_takes_sum=true", "rack_counts = losers"),
        ("pozo_start=90", "of the 106"),
    ],
)
def test_nonsense_is_refused_with_its_key(override: str, says: str) -> None:
    if not says:
        assert not load_rules("clasico", [override]).close_needs_canasta
        return
    with pytest.raises(RulesError, match=says) as caught:
        load_rules("clasico", [override])
    assert caught.value.sentence("es") != caught.value.sentence("en") == str(caught.value)


@pytest.mark.parametrize(
    ("overrides", "says"),
    [
        (["ace_high=false"], "^«ace_high=false»: «ace_both_ends»: it needs ace_low and ace_high$"),
        (["target=2005", "ace_low=false"], "^«ace_low=false»: «ace_both_ends»"),
        (["muertos=0"], "^«muertos=0»: «close_needs_muerto»"),
        (["close_needs_muerto=false", "muertos=0", "muerto_becomes_stock=true"], "«muerto_becomes_stock»"),
        (["close_needs_canasta=false", "canasta_len=none", "laid_needs_pura=true"], "«laid_needs_pura»"),
        (["stock_reserve=80"], "^«stock_reserve=80»: «deal»"),
        (["copies=9"], "^«copies=9»: «copies»: a set holds at most 8 of each tile and 16 jokers$"),
        (["jokers=17"], "^«jokers=17»: «copies»"),
    ],
)
def test_the_override_that_made_the_clash_is_named(overrides: list[str], says: str) -> None:
    with pytest.raises(RulesError, match=says):
        load_rules("clasico", overrides)


def test_rules_are_changed_as_a_profile_is() -> None:
    casino = replace(load_rules("torneo"), name="no file")
    changed = overridden(casino, ["max_wilds=1", "target=2005"])
    assert (changed.name, changed.max_wilds, changed.target) == ("no file", 1, 2005)
    assert dict(changed.origins)["max_wilds"] == Origin("house", "max_wilds=1")
    assert overridden(casino, []) == casino
    with pytest.raises(RulesError, match=r"^«muertos=0»: «close_needs_muerto»"):
        overridden(casino, ["muertos=0"])
    with pytest.raises(RulesError, match=r"^no file: «hands|^no file: «target"):
        overridden(replace(casino, target=None), [])


def test_rules_that_need_each_other() -> None:
    with pytest.raises(RulesError, match="close_needs_canasta = true"):
        load_rules("clasico", ["close_needs_canasta=false", "close_needs_pura=true"])
    with pytest.raises(RulesError, match="wraparound"):
        load_rules("clasico", ["wraparound=true", "ace_both_ends=false", "ace_low=false"])


def own(folder: Path, text: str, name: str = "casa.toml") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def test_a_file_of_ones_own_extends_a_profile(tmp_path: Path) -> None:
    path = own(tmp_path, 'title = { es = "Casa", en = "Home" }\nextends = "torneo"\nmax_wilds = 1\ntarget = 2005\n')
    rules = load_rules(path, ["target=3000"])
    assert (rules.name, rules.max_wilds, rules.target, rules.time_limit_min) == (path, 1, 3000, 90)
    origins = dict(rules.origins)
    assert (origins["max_wilds"].source, origins["target"].source) == (path, "target=3000")
    assert origins["time_limit_min"].source == "001:93"


def test_what_a_file_takes_over_is_blamed_on_the_whole_file(tmp_path: Path) -> None:
    own(tmp_path, 'extends = "clasico"\nace_low = false\n')
    with pytest.raises(RulesError, match=r"n\.toml: «ace_both_ends»"):
        load_rules(own(tmp_path, 'extends = "casa.toml"\nmax_wilds = 2\n', "n.toml"))


def test_a_file_may_begin_with_the_mark_of_utf_8(tmp_path: Path) -> None:
    assert load_rules(own(tmp_path, '\ufeffextends = "clasico"\nmax_wilds = 2\n')).max_wilds == 2


def test_a_file_extends_another_file_beside_it(tmp_path: Path) -> None:
    own(tmp_path, 'extends = "buracco"\ntarget = 1500\n')
    nieta = own(
        tmp_path, 'extends = "casa.toml"\nmax_wilds = { value = 1, basis = "text", source = "the club" }\n', "n.toml"
    )
    rules = load_rules(nieta)
    assert (rules.target, rules.max_wilds, dict(rules.origins)["max_wilds"].source) == (1500, 1, "the club")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('extends = "clasico"\n\nmax_wild = 2\n', r"line 3: «max_wild» is not a rule; did you mean"),
        ('extends = "clasico"\nmax_wilds = "two"\n', r"line 2: «max_wilds» expects"),
        ('extends = "clasico"\ndeal.2 = "x"\n', r"line 2: «deal» expects"),
        ('extends = "clasico"\n[deal]\n2 = 90\n4 = 11\n', r"line 2: «deal»: 2 players would need"),
        ('extends = "clasico"\n\nace_low = false\n', r"line 3: «ace_both_ends»: it needs"),
        ('extends = "clasico"\nextended = 1\n', r"line 2: «extended» is not a rule$"),
        ("max_wilds = " + "9" * 5000, "not TOML"),
        ("max_wilds = " + "[" * 5000, "not TOML"),
        ('extends = "clasico"\nmax_wilds = { value = 2, why = "x" }\n', r"line 2: «max_wilds» holds «why»"),
        ('extends = "clasico"\nmax_wilds = { value = 2, basis = "x" }\n', r"needs a basis"),
        ('extends = "clasico"\nmax_wilds = { value = 2, source = 3 }\n', r"a source in text"),
        ("extends = 3\n", r"line 1: «extends»"),
        ('extends = "casa.toml"\n', "extends itself"),
        ('extends = "nadie"\n', "neither a profile"),
        ("max_wilds = 2\n", "«game» is not set"),
        ("max_wilds = \n", "not TOML"),
        ("\0", "not TOML"),
    ],
)
def test_a_file_that_says_nonsense_is_refused_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(RulesError, match=says) as caught:
        load_rules(own(tmp_path, text))
    assert caught.value.sentence("es") != caught.value.sentence("en")


def test_what_is_no_file_of_rules_is_refused(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "huge.toml").write_bytes(b"#" * 1_000_001)
    for name, says in (("latin", "readable"), ("huge", "too large"), ("none", "readable")):
        with pytest.raises(RulesError, match=says):
            load_rules(str(tmp_path / f"{name}.toml"))


def test_the_types_of_rules_are_known() -> None:
    assert list(rule_types()) == KEYS


def test_every_text_that_is_cited_is_known() -> None:
    cited = {
        source.partition(":")[0]
        for name in PROFILES
        for _, origin in load_rules(name).origins
        for source in origin.source.split()
        if origin.basis not in ("house", "none")
    }
    assert cited == set(table("texts"))
    assert all(set(words) == set(LANGUAGES) for words in table("texts").values())
