"""Rules that are named by nothing, or by what is no plain file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.rules.profiles import load_rules
from engine.rules.rules import RulesError

COMMANDS = [
    ("meld", "5r 6r 7r", "--rules"),
    ("rules", "--check"),
    ("serve", "--port", "0", "--rules"),
]
posix = pytest.mark.skipif(os.name != "posix", reason="named pipes are of POSIX")


@posix
@pytest.mark.timeout(60)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_pipe_into_which_nobody_writes_is_refused_at_once(warm_shell, tmp_path: Path, command: tuple[str, ...]):
    pipe = tmp_path / "casa.toml"
    os.mkfifo(pipe)
    outcome = warm_shell(*command, str(pipe), "--lang", "es")
    assert (outcome.status, len(outcome.complaints)) == (2, 1)
    assert str(pipe) in outcome.complaints[0]


@posix
@pytest.mark.parametrize("special", ["/dev/null", "/dev/zero", "/dev/full", "/proc/self/mem", "/"])
def test_what_is_no_plain_file_is_refused_in_a_sentence(warm_shell, special: str):
    if not Path(special).exists():
        pytest.skip(f"{special} is not here")
    outcome = warm_shell("meld", "5r 6r 7r", "--rules", special, "--lang", "es")
    assert (outcome.status, len(outcome.complaints)) == (2, 1)


@posix
@pytest.mark.parametrize("pause_s", [0, 0.3])
def test_what_a_command_writes_is_read(pause_s: float):
    """As a shell hands it over: a pipe that can be read once, and may have to be waited for."""
    reads, writes = os.pipe()
    told = f"""import time; time.sleep({pause_s}); print('extends = "clasico"'); print('min_meld_len = 4')"""
    with subprocess.Popen([sys.executable, "-c", told], stdout=writes) as program:
        os.close(writes)
        if not pause_s:
            program.wait(timeout=60)
        rules = load_rules(f"/dev/fd/{reads}")
    os.close(reads)
    assert rules.min_meld_len == 4


@pytest.mark.parametrize("name", ["", "  "])
def test_rules_without_a_name_are_asked_for(warm_shell, name: str):
    with pytest.raises(RulesError) as refused:
        load_rules(name)
    assert refused.value.sentence("es").startswith("Falta decir con qué reglamento: clasico, torneo")
    assert refused.value.sentence("en").startswith("Say by which rules: clasico, torneo")
    outcome = warm_shell("meld", "5r 6r 7r", "--rules", name, "--lang", "es")
    assert (outcome.status, len(outcome.complaints)) == (2, 1)
    assert "Falta decir con qué reglamento" in outcome.complaints[0]
