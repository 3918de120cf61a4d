"""Commands with help in the user's language, which the library only has in English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from typing import Any

import typer
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from companion.cli.option_values import limits, named
from companion.cli.options import SHELL_LANGUAGE, phrase
from companion.phrases.wording import say

_APART, _INDENT = (0, 2, 0, 0), (0, 0, 0, 2)
_NEGATIVE = re.compile(r"-\d+")


class TranslatedCommand(TyperCommand):
    """A command with translated help."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        _print_help(self, ctx)

    def get_help_option(self, ctx: Any) -> Any:
        """The option ``--help``, translated."""
        return _spoken(super().get_help_option(ctx))


class NegativePointsCommand(TranslatedCommand):
    """A command whose arguments may be negative numbers: ``-200`` is points, no option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse ``args``; returns the remaining ones."""
        ctx.ignore_unknown_options = any(_NEGATIVE.fullmatch(argument) for argument in args)
        return super().parse_args(ctx, args)


class TranslatedGroup(TyperGroup):
    """A group of commands with translated help."""

    def __init__(self, **attributes: Any) -> None:
        """The constructor called by `typer`; suggestions for unknown names come from ``usage``."""
        super().__init__(**{**attributes, "suggest_commands": False})

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        _print_help(self, ctx)

    def get_help_option(self, ctx: Any) -> Any:
        """The option ``--help``, translated."""
        return _spoken(super().get_help_option(ctx))


class LazyCommand(TranslatedCommand):
    """A command whose module is loaded on first use, so that help and completion are fast."""

    def __init__(self, name: str, where: str, sentence: str) -> None:
        """``where`` is a module of ``companion.cli`` and its function or group: ``read:read``."""
        super().__init__(name, help=sentence, short_help=sentence)
        self._where = where

    def make_context(self, info_name: Any, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The context of the real command."""
        module, _, function = self._where.partition(":")
        found = getattr(import_module(f"companion.cli.{module}"), function)
        command = get_command(found if isinstance(found, typer.Typer) else _alone(found, str(self.help)))
        return command.make_context(info_name, args, parent, **extra)


def offer(group: typer.Typer, command: Callable[..., None], name: str, spanish: str) -> None:
    """Add ``command`` to a group."""
    group.command(name, cls=TranslatedCommand, help=phrase(spanish))(command)


def _alone(command: Callable[..., None], sentence: str) -> typer.Typer:
    app = typer.Typer(add_completion=False)
    app.command(cls=TranslatedCommand, help=sentence)(command)
    return app


def _spoken(option: Any) -> Any:
    if option is not None:
        option.help = say(SHELL_LANGUAGE, "help option")
    return option


def _print_help(command: TyperCommand | TyperGroup, context: Any) -> None:
    shown = [param for param in command.get_params(context) if not getattr(param, "hidden", False)]
    arguments = [param for param in shown if param.param_type_name == "argument"]
    options = [param for param in shown if param.param_type_name == "option"]
    commands = [
        (subcommand.name, Text(subcommand.help or "")) for subcommand in getattr(command, "commands", {}).values()
    ]
    pieces = [context.command_path, f"[{say(SHELL_LANGUAGE, 'options').upper()}]", *map(_in_usage, arguments)]
    usage = " ".join([*pieces, *([say(SHELL_LANGUAGE, "a command").upper(), "…"] if commands else [])])
    sections = (
        (
            "arguments",
            [
                (named(str(argument.metavar or argument.name), SHELL_LANGUAGE), _phrase(argument, context))
                for argument in arguments
            ],
        ),
        ("options", [(_spelled(option), _phrase(option, context)) for option in options]),
        ("commands", commands),
    )
    heading = Text.assemble((f"{say(SHELL_LANGUAGE, 'usage')}: ", "yellow"), (usage, "bold"))
    parts = [Text(command.help or ""), *(part for title, rows in sections for part in _section(title, rows))]
    Console(highlight=False).print(Group(heading, Text(), *parts))


def _section(title: str, rows: list[tuple[str, Text]]) -> Iterator[RenderableType]:
    if not rows:
        return
    table = Table.grid(padding=_APART)
    table.add_column(style="bold cyan", no_wrap=max(len(name) for name, _ in rows) < Console().width // 2)
    for row in rows:
        table.add_row(*row)
    yield Text(f"\n{say(SHELL_LANGUAGE, title)}:", style="yellow")
    yield Padding(table, _INDENT)


def _in_usage(argument: Any) -> str:
    name = named(argument.metavar or argument.name, SHELL_LANGUAGE)
    return name if argument.required else f"[{name}]"


def _spelled(option: Any) -> str:
    value = "" if option.is_flag else f" {named(option.metavar or option.name, SHELL_LANGUAGE)}"
    either = [", ".join(sorted(names, key=len)) for names in (option.opts, option.secondary_opts) if names]
    return "/".join(either) + value


def _phrase(parameter: Any, context: Any) -> Text:
    """The help line of a parameter: its purpose, values and default."""
    default = parameter.get_default(context, call=False)
    value = default.value if isinstance(default, Enum) else default
    if value is True:
        value = min(parameter.opts, key=len)
    notes = [limits(parameter, SHELL_LANGUAGE)]
    if parameter.show_default and value not in (None, False, "", ()):
        notes.append(say(SHELL_LANGUAGE, "default", value=value))
    note = "; ".join(filter(None, notes))
    return Text.assemble(parameter.help or "", (f" [{note}]" if note else "", "dim"))
