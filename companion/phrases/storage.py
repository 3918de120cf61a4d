"""Sentences about stored data: opening, writing, copying and repairing it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import catalogue

PHRASES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.phrases",
    {
        "story not opened": "No se puede abrir lo guardado: {reason}.",
        "served already": (
            "Otro Burako ya usa la carpeta {place}: usá ése, cerralo primero, o abrí éste con --data y otra carpeta."
        ),
        "story not written": "No se pudo guardar ({reason}): lo último no quedó anotado.",
        "story not saved": "No se pudo guardar: lo último no quedó anotado. Probá de nuevo en unos segundos.",
        "story away": "La base de datos no contesta: probá de nuevo en unos segundos.",
        "disk full": "No se pudo guardar: el disco está lleno y lo último no quedó anotado. Hacé lugar y repetilo.",
        "disk full now": "El disco está lleno: por ahora no se anota nada. Lo que ya estaba anotado sigue.",
        "story not saved now": (
            "Lo que se anota no se puede guardar: por ahora no se anota nada. Lo que ya estaba anotado sigue."
        ),
        "clock jumped": (
            "El reloj de esta máquina saltó {minutes} minutos: los relojes de los partidos siguieron como si nada."
        ),
        "damaged story": (
            "Lo anotado acá está dañado en el disco: se recupera de una copia con burako restore COPIA --only {match}."
        ),
        "story not told": "Lo anotado acá no se puede mostrar: no es como este programa lo escribe.",
        "damaged journal": "Lo guardado está dañado en el disco: se recupera de una copia con burako restore.",
        "no such database": "Esa base de datos no se puede usar: {reason}.",
        "no driver": (
            "Para esa base de datos falta «{driver}»: pip install pg8000 para postgresql+pg8000://, o "
            "pip install 'psycopg[binary]' para postgresql+psycopg://."
        ),
        "newer story": "Lo guardado en «{place}» es de una versión más nueva del programa: actualizalo.",
        "no story file": "Ese archivo no es un torneo exportado por este programa.",
        "newer story file": "Ese archivo es de una versión más nueva del programa: actualizalo.",
        "damaged story file": "El archivo está dañado o alguien lo cambió: pedilo de nuevo.",
        "another story": "Ese torneo ya está acá y siguió por su cuenta ({match}): no se cambió nada.",
        "no tournament here": "Acá no hay ningún torneo {name}.",
        "exported": "«{title}» está en {path}.",
        "imported": "«{title}» ({name}): {count} anotaciones nuevas.",
        "backed up": "Todo está en {path} ({size} MB).",
        "restored": "Todo está como en la copia, en {place}.",
        "set aside": "Lo que había quedó en {place}.",
        "backup of a server": (
            "Las partidas están en PostgreSQL: la copia se hace con pg_dump, y se vuelve con pg_restore."
        ),
        "restored elsewhere": (
            "Una copia se pone entera en {place}, no en {database}: repetí la orden sin --database ni "
            "BURAKO_DATABASE_URL."
        ),
        "nothing kept": "En {place} todavía no hay nada guardado.",
        "backup disk gone": "El disco de {place} no está: ahí no se hace ninguna copia.",
        "backup failing": (
            "La copia automática no se puede hacer: fijate si el pendrive está puesto y si le queda lugar. Lo anotado "
            "está en la computadora."
        ),
        "backup too large": "«{path}» ocuparía más lugar del que hay, o del que una copia puede ocupar: no se abrió.",
        "not in backup": "En «{path}» no está {match}.",
        "not damaged": "{match} está como se anotó: no se cambió nada.",
        "all sound": "Todo está como se anotó.",
        "found damaged": (
            "Hay anotaciones dañadas en el disco: {names}. Cada una se recupera de una copia anterior con "
            "burako restore COPIA --only NOMBRE."
        ),
        "mended": "{match} está de nuevo como se anotó ({count} anotaciones); lo que había quedó en {place}.",
        "mended in part": (
            "{match} está de nuevo como se anotó hasta la anotación {count}; las {lost} que seguían no están en esa "
            "copia. "
            "Lo que había quedó en {place}."
        ),
        "no backup": "«{path}» no es una copia de burako backup, o está dañada.",
        "place taken": "En {place} ya hay algo guardado: con --replace se deja a un lado y se pone la copia.",
        "place in use": "El programa está abierto sobre {place}: cerralo primero (Ctrl+C en su ventana).",
    },
)
