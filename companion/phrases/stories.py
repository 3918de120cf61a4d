"""What is said of what a house keeps: whether it can be opened, written, copied and put right."""

from __future__ import annotations

from collections.abc import Mapping

PHRASES: Mapping[str, tuple[str, str]] = {
    "story not opened": ("No se puede abrir lo guardado: {reason}.", "What is kept cannot be opened: {reason}."),
    "story not written": (
        "No se pudo guardar ({reason}): lo último no quedó anotado.",
        "It could not be saved ({reason}): the last thing was not noted.",
    ),
    "story not saved": (
        "No se pudo guardar: lo último no quedó anotado. Probá de nuevo en unos segundos.",
        "It could not be saved: the last thing was not noted. Try again in a few seconds.",
    ),
    "story away": (
        "La base de datos no contesta: probá de nuevo en unos segundos.",
        "The database does not answer: try again in a few seconds.",
    ),
    "disk full": (
        "No se pudo guardar: el disco está lleno y lo último no quedó anotado. Hacé lugar y repetilo.",
        "It could not be saved: the disk is full and the last thing was not noted. Make room and repeat it.",
    ),
    "disk full now": (
        "El disco está lleno: por ahora no se anota nada. Lo que ya estaba anotado sigue.",
        "The disk is full: nothing is noted for now. What was noted before is still there.",
    ),
    "clock jumped": (
        "El reloj de esta máquina saltó {minutes} minutos: los relojes de los partidos siguieron como si nada.",
        "The clock of this machine jumped by {minutes} minutes: those of the matches ran on evenly.",
    ),
    "damaged story": (
        "Lo anotado acá está dañado en el disco: se recupera de una copia con burako restore COPIA --only {match}.",
        "What was noted here is damaged on the disk: burako restore BACKUP --only {match} puts it right.",
    ),
    "story not told": (
        "Lo anotado acá no se puede mostrar: no es como este programa lo escribe.",
        "What was noted here cannot be shown: it is not as this program writes it.",
    ),
    "damaged journal": (
        "Lo guardado está dañado en el disco: se recupera de una copia con burako restore.",
        "What is kept is damaged on the disk: burako restore puts a backup back.",
    ),
    "no such database": ("Esa base de datos no se puede usar: {reason}.", "That database cannot be used: {reason}."),
    "no driver": (
        "Para esa base de datos falta «{driver}»: pip install pg8000 para postgresql+pg8000://, o "
        "pip install 'psycopg[binary]' para postgresql+psycopg://.",
        "That database needs “{driver}”: pip install pg8000 for postgresql+pg8000://, or "
        "pip install 'psycopg[binary]' for postgresql+psycopg://.",
    ),
    "newer story": (
        "Lo guardado en «{place}» es de una versión más nueva del programa: actualizalo.",
        "What is kept in “{place}” is from a newer version of the program: update it.",
    ),
    "no story file": (
        "Ese archivo no es un torneo exportado por este programa.",
        "That file is no tournament that this program exported.",
    ),
    "newer story file": (
        "Ese archivo es de una versión más nueva del programa: actualizalo.",
        "That file is from a newer version of the program: update it.",
    ),
    "damaged story file": (
        "El archivo está dañado o alguien lo cambió: pedilo de nuevo.",
        "The file is damaged or was changed: ask for it again.",
    ),
    "another story": (
        "Ese torneo ya está acá y siguió por su cuenta ({match}): no se cambió nada.",
        "That tournament is here already and went its own way ({match}): nothing was changed.",
    ),
    "no tournament here": ("Acá no hay ningún torneo {name}.", "There is no tournament {name} here."),
    "exported": ("«{title}» está en {path}.", "“{title}” is in {path}."),
    "imported": ("«{title}» ({name}): {count} anotaciones nuevas.", "“{title}” ({name}): {count} new entries."),
    "backed up": ("Todo está en {path} ({size} MB).", "Everything is in {path} ({size} MB)."),
    "restored": ("Todo está como en la copia, en {place}.", "Everything is as in the backup, in {place}."),
    "set aside": ("Lo que había quedó en {place}.", "What was there is in {place}."),
    "backup of a server": (
        "Las partidas están en PostgreSQL: la copia se hace con pg_dump, y se vuelve con pg_restore.",
        "The matches are in PostgreSQL: back them up with pg_dump, and bring them back with pg_restore.",
    ),
    "restored elsewhere": (
        "Una copia se pone entera en {place}, no en {database}: repetí la orden sin --database ni BURAKO_DATABASE_URL.",
        "A backup goes into {place} as a whole, not into {database}: try again without --database and "
        "BURAKO_DATABASE_URL.",
    ),
    "nothing kept": ("En {place} todavía no hay nada guardado.", "Nothing is kept in {place} yet."),
    "backup too large": (
        "«{path}» ocuparía más lugar del que hay, o del que una copia puede ocupar: no se abrió.",
        "“{path}” would take more room than there is, or than a backup may take: it was not opened.",
    ),
    "not in backup": ("En «{path}» no está {match}.", "{match} is not in “{path}”."),
    "not damaged": (
        "{match} está como se anotó: no se cambió nada.",
        "{match} is as it was noted: nothing was changed.",
    ),
    "all sound": ("Todo está como se anotó.", "Everything is as it was noted."),
    "found damaged": (
        "Hay anotaciones dañadas en el disco: {names}. Cada una se recupera de una copia anterior con "
        "burako restore COPIA --only NOMBRE.",
        "Some of what was noted is damaged on the disk: {names}. burako restore BACKUP --only NAME puts each right "
        "from an earlier backup.",
    ),
    "mended": (
        "{match} está de nuevo como se anotó ({count} anotaciones); lo que había quedó en {place}.",
        "{match} is as it was noted again ({count} entries); what was there is in {place}.",
    ),
    "mended in part": (
        "{match} está de nuevo como se anotó hasta la anotación {count}; las {lost} que seguían no están en esa copia. "
        "Lo que había quedó en {place}.",
        "{match} is as it was noted again up to entry {count}; the {lost} that followed are not in that backup. "
        "What was there is in {place}.",
    ),
    "no backup": (
        "«{path}» no es una copia de burako backup, o está dañada.",
        "“{path}” is no backup that burako backup made, or it is damaged.",
    ),
    "place taken": (
        "En {place} ya hay algo guardado: con --replace se deja a un lado y se pone la copia.",
        "Something is kept in {place} already: --replace puts it aside and the backup in its place.",
    ),
    "place in use": (
        "El programa está abierto sobre {place}: cerralo primero (Ctrl+C en su ventana).",
        "The program is running on {place}: stop it first (Ctrl+C in its window).",
    ),
}
