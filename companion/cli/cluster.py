"""``burako cluster``: several machines read the photographs of ``burako tally`` together."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.bulk_counting.wording import word
from companion.cli.file_arguments import write_file
from companion.cli.options import DEFAULT_LANGUAGE, SHELL_LANGUAGE, DataOption, LangOption, phrase
from companion.cli.output import errors_in_one_line, print_error, terminal
from companion.cli.serve import HostOption
from companion.cli.translated_help import TranslatedGroup, offer
from engine.sentences import Translated

SCHEDULER_PORT = 8786
AddressArgument = Annotated[str, typer.Argument(metavar="tls://HOST:8786", help=phrase("Dónde está el coordinador."))]
PassOption = Annotated[
    Path | None,
    typer.Option(
        "--pass",
        metavar="FILE",
        help=phrase("El pase de la casa, en otra máquina."),
        show_default=False,
    ),
]
PortOption = Annotated[int, typer.Option("--port", metavar="NUMBER", min=1, max=65535, help=phrase("Puerto."))]
ReadersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="NUMBER",
        min=1,
        max=256,
        help=phrase("Cuántos leen a la vez; si no, uno por procesador."),
        show_default=False,
    ),
]
_WRITTEN = Translated("companion.help.written", "Dónde se guarda.")
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help=_WRITTEN[SHELL_LANGUAGE])]
NameOption = Annotated[
    str,
    typer.Option("--name", metavar="NAME", help=phrase("De quién es, para reconocerlo.")),
]

cluster = typer.Typer(
    cls=TranslatedGroup,
    help=phrase("Varias máquinas leen juntas."),
    no_args_is_help=True,
    add_completion=False,
)


@errors_in_one_line
def scheduler(
    host: HostOption = "127.0.0.1",
    port: PortOption = SCHEDULER_PORT,
    data: DataOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Run the scheduler until stopped."""
    from companion.bulk_counting.cluster import peer, run_scheduler
    from companion.eventstore import find_data_folder  # certificates and the database take a moment to load

    leaf = peer(find_data_folder(data))
    name = socket.gethostname() if host in ("0.0.0.0", "::") else host
    terminal().print(word(lang, "scheduler", address=f"tls://{name}:{port}"), soft_wrap=True)
    sys.stdout.flush()
    run_scheduler(host, port, leaf)


@errors_in_one_line
def worker(
    address: AddressArgument,
    workers: ReadersOption = None,
    credential: PassOption = None,
    data: DataOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Run workers for a scheduler until stopped."""
    from companion.bulk_counting.cluster import checked, peer, run_workers
    from companion.eventstore import find_data_folder
    from vision.networks.sessions import usable_processors

    at, leaf = checked(address), peer(find_data_folder(data), credential)
    count = workers or usable_processors()
    terminal().print(word(lang, "worker", readers=count, address=at), soft_wrap=True)
    sys.stdout.flush()
    run_workers(at, count, leaf, lambda reason: print_error(word(lang, "waits", reason=reason)))


@errors_in_one_line
def write_pass(
    file: FileArgument,
    name: NameOption = "burako",
    data: DataOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Write the credential file of another machine."""
    from companion.bulk_counting.cluster import authority_of
    from companion.eventstore import find_data_folder

    write_file(file, authority_of(find_data_folder(data)).credential(name), is_secret=True)
    terminal().print(word(lang, "pass", path=file), soft_wrap=True)


offer(cluster, scheduler, "scheduler", "Reparte las fotos.")
offer(cluster, worker, "worker", "Lee fotos para el coordinador.")
offer(cluster, write_pass, "pass", "Hace el pase para otra máquina.")
