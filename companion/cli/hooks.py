"""``burako hooks``: list, add, test, switch and remove webhooks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.options import DEFAULT_LANGUAGE, DatabaseOption, DataOption, JsonOption, LangOption, among, phrase
from companion.cli.output import BAD_INPUT, errors_in_one_line, print_error, print_json, refuse
from companion.cli.translated_help import TranslatedGroup, offer
from companion.refusal import TranslatableRefusal
from companion.view_models.webhooks import HookRequest
from companion.webhooks.hook import EVENTS
from engine.sentences import catalogue

if TYPE_CHECKING:
    from companion.webhooks.service import HookService

PASSWORD_VARIABLE = "BURAKO_OBS_PASSWORD"
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help=phrase("El aviso, como lo muestra «list»."))]
OnlyOption = Annotated[
    str,
    typer.Option("--only", metavar="NAME", help=phrase("Sólo esa partida o ese torneo.")),
]
SAYS = catalogue(
    "companion.hook_command",
    {
        "secret": "El secreto, por única vez: {secret}",
        "off": "apagado",
        "waiting": "{count} esperan",
        "unanswered": "Todavía no contestó.",
        "try": "intento",
    },
)

hooks = typer.Typer(
    cls=TranslatedGroup,
    help=phrase("Avisa a otros programas lo que pasa en las mesas."),
    no_args_is_help=True,
    add_completion=False,
)


@errors_in_one_line
def listed(
    json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Print the webhooks and the results of their last deliveries."""
    with _opened(data, database, lang) as service:
        found = service.hooks(lang)
        if json:
            print_json({"hooks": [asdict(hook) for hook in found]})
            return
        for found_hook in found:
            words = [SAYS["off"][lang]] if not found_hook.is_on else []
            words += [SAYS["waiting"][lang].format(count=found_hook.waiting)] if found_hook.waiting else []
            what = found_hook.source if found_hook.kind == "obs" else ", ".join(found_hook.events)
            typer.echo("  ".join([found_hook.hook, found_hook.address, what, found_hook.only, *words]).rstrip())
            for tried in found_hook.attempts[:5]:
                typer.echo(f"    {tried.kind}  {tried.answer}  ({SAYS['try'][lang]} {tried.tries}, {tried.took_ms} ms)")


@errors_in_one_line
def add(
    address: Annotated[str, typer.Argument(metavar="URL", help=phrase("Adónde: http o https."))],
    events: Annotated[
        list[str] | None,
        typer.Option(
            "--event", metavar="EVENT", autocompletion=among(*EVENTS), help=", ".join(EVENTS), show_default=False
        ),
    ] = None,
    only: OnlyOption = "",
    json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Add a webhook for future events; print its name and, this once, its secret."""
    wanted = HookRequest(address=address, events=tuple(events or EVENTS), only=only)
    with _opened(data, database, lang) as service:
        made = service.make(wanted, token_urlsafe(12), is_near=True)
        if json:
            print_json(asdict(made))
        else:
            typer.echo(made.hook)
            typer.echo(SAYS["secret"][lang].format(secret=made.secret))


@errors_in_one_line
def obs(
    source: Annotated[str, typer.Argument(metavar="CAPTION", help=phrase("El texto en OBS."))],
    address: Annotated[
        str, typer.Option("--url", metavar="URL", help=phrase("Dónde está OBS."))
    ] = "ws://127.0.0.1:4455",
    scene: Annotated[str, typer.Option("--scene", metavar="SCENE", help=phrase("Al terminar una partida."))] = "",
    only: OnlyOption = "",
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Add a hook that shows the score in OBS; its password is read from BURAKO_OBS_PASSWORD, where process lists do
    not show it."""
    password = os.environ.get(PASSWORD_VARIABLE, "")
    wanted = HookRequest(kind="obs", address=address, only=only, password=password, source=source, scene=scene)
    with _opened(data, database, lang) as service:
        typer.echo(service.make(wanted, token_urlsafe(12), is_near=True).hook)


@errors_in_one_line
def probe(
    name: NameArgument,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Send a test event to a hook and print the result; exit status 2 where it did not arrive."""
    with _opened(data, database, lang) as service:
        found = service.probe(name, lang)
        if found is None or found.standing != "delivered":
            print_error(found.answer if found else SAYS["unanswered"][lang])
            raise typer.Exit(BAD_INPUT)
        typer.echo(f"{found.answer}  {found.took_ms} ms")


@errors_in_one_line
def switch_on(
    name: NameArgument, data: DataOption = None, database: DatabaseOption = None, lang: LangOption = DEFAULT_LANGUAGE
) -> None:
    """Activate a hook; it receives future events."""
    with _opened(data, database, lang) as service:
        service.switch(name, is_on=True)


@errors_in_one_line
def switch_off(
    name: NameArgument, data: DataOption = None, database: DatabaseOption = None, lang: LangOption = DEFAULT_LANGUAGE
) -> None:
    """Deactivate a hook."""
    with _opened(data, database, lang) as service:
        service.switch(name, is_on=False)


@errors_in_one_line
def remove(
    name: NameArgument, data: DataOption = None, database: DatabaseOption = None, lang: LangOption = DEFAULT_LANGUAGE
) -> None:
    """Delete a hook with its queue and its history."""
    with _opened(data, database, lang) as service:
        service.drop(name)


offer(hooks, listed, "list", "Los avisos, y qué pasó con lo último.")
offer(hooks, add, "add", "Avisa a una dirección, con firma.")
offer(hooks, obs, "obs", "Pone el tanteo en un texto de OBS.")
offer(hooks, probe, "test", "Manda una prueba.")
offer(hooks, switch_on, "on", "Enciende un aviso.")
offer(hooks, switch_off, "off", "Apaga un aviso.")
offer(hooks, remove, "remove", "Saca un aviso.")


@contextmanager
def _opened(data: Path | None, database: str | None, language: str) -> Iterator[HookService]:
    """The hooks of the chosen folder; a refusal ends the command with its sentence."""
    from companion.eventstore import Journal, find_data_folder  # the database takes a moment to load
    from companion.webhooks.service import HookService
    from companion.webhooks.store import FOLDER, HookStore

    where = find_data_folder(data, database)
    journal = Journal.open(where.database_url)
    try:
        yield HookService(HookStore(where.folder / FOLDER), journal)
    except TranslatableRefusal as refused:
        refuse(refused.sentence(language))
    finally:
        journal.close()
