"""Why a tournament's command is refused, in Spanish; the other languages are in the catalogues."""

from __future__ import annotations

from collections.abc import Mapping

from companion.refusal import TournamentRefused, refusing
from engine.sentences import catalogue

UNLAWFUL, CONFLICT, MISSING = 422, 409, 404


SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.tournaments",
    {
        "no such tournament": "Ese torneo no está.",
        "plan changed": "Mientras tanto alguien cambió el plan: mirá cómo quedó y cambialo de nuevo.",
        "entrant changed": "Mientras tanto alguien cambió a «{name}»: mirá cómo quedó y cambialo de nuevo.",
        "put away": "Ese torneo está archivado: para anotar algo hay que sacarlo primero del archivo.",
        "no such format": "«{name}» no es un formato de torneo.",
        "no such choice": "«{name}» no se puede elegir ahí.",
        "not drawn yet": "Todavía no se sorteó: anotalo con los demás.",
        "too late to draw anew": (
            "Ya se jugó: no se puede sortear de nuevo. Cambiá en el plan qué pasa con quien llega tarde."
        ),
        "bracket drawn": "La llave ya se armó: a las zonas no entra nadie más.",
        "no room": (
            "Lugares libres en la primera ronda: {count}. Para más gente hay que anular la llave y armarla de nuevo."
        ),
        "no title": "Poné un nombre al torneo.",
        "not so many": "{what}: va de {least} a {most}.",
        "two sides": "Un torneo se juega de a dos o de a dos parejas: con estas reglas juegan más bandos.",
        "needs winner": (
            "Sin puntos de victoria, o con llave, todo partido tiene ganador: el empate se juega (tie=extra_hand)."
        ),
        "drawn already": "Ya se sorteó: para cambiar eso hay que anular el sorteo.",
        "no names": "No hay ningún nombre en lo que mandaste.",
        "no list": (
            "Eso no es una lista que se pueda leer: mandá un archivo de Excel (xlsx), de LibreOffice (ods) o CSV."
        ),
        "nobody": "«{name}» no parece el nombre de nadie: sacalo de la lista, o escribilo de otra manera.",
        "name long": "«{name}» tiene más de {most} letras: acortalo.",
        "no year": "«{name}» no dice en qué año nació: escribí el año, o la fecha entera.",
        "born otherwise": "«{name}» ya está con otro año de nacimiento: cambialo en la lista.",
        "no such category": "Nadie nació desde {first} y hasta {last}: cambiá los años de la categoría.",
        "category first": (
            "Hay que mirar la categoría. Sin año de nacimiento: {unknown}. Fuera de la categoría: {outside}. "
            "Corregí la lista, o repetilo diciendo que jueguen igual."
        ),
        "name twice": "«{name}» está dos veces.",
        "no such entrant": "Ese inscripto no está.",
        "too few": "Hacen falta por lo menos {least} inscriptos.",
        "other format": "Este torneo no se juega así.",
        "round goes on": "Falta terminar {count} partidos.",
        "no more rounds": "Ya se jugaron todas las rondas.",
        "only rematches": "No quedan cruces sin repetir para todos.",
        "plays alone": "Nadie juega contra sí mismo.",
        "locked already": "El cruce de {name} ya está fijado: soltalo primero.",
        "rests when": "Decí en qué ronda descansa.",
        "fixed too much": "No se encontró un sorteo en el que todo lo fijado se cumpla: soltá algo.",
        "not here": "{name} no está.",
        "no bye to give": "Con esta cantidad no hay tantos descansos en la primera ronda.",
        "bracket begun": "La llave ya empezó a jugarse.",
        "lots first": "En la zona {zone} hay que sortear entre {names}: nada más los separa.",
        "nothing for lots": "Ahí no hay nada que sortear.",
        "lots of others": "El sorteo es entre {names}: nombralos a todos, uno por vez.",
        "no such zone": "Esa zona no está.",
        "no such match": "Ese partido no está.",
        "not ready": "Todavía no se sabe quiénes juegan ese partido.",
        "match over": "Ese partido ya terminó.",
        "no such table": "Esa mesa no está: van de 1 a {tables}.",
        "table taken": "En la mesa {table} se está jugando otro partido.",
        "no side": "Falta decir quién habla.",
        "points of two": "Hay que anotar los puntos de los dos, o ninguno si la mano es nula.",
        "points absurd": "Esos puntos no pueden ser.",
        "level match": "Un partido no termina empatado: falta una mano más.",
        "hand missing": "Falta anotar la mano {hand}.",
        "settled already": "La mano {hand} ya está confirmada con {points}: si está mal, llamá al juez.",
        "nothing proposed": "De esa mano todavía no se dijo nada.",
        "own proposal": "Lo tiene que confirmar el otro lado.",
        "said otherwise": "De la mano {hand} ahora dice {points}, que no es lo que veías: mirala de nuevo.",
        "for the judge": "Eso lo está viendo el juez.",
        "not played": "Ese partido no se jugó: una sanción ahí no cuenta.",
        "corrected since": "Después se corrigió a {names}: anulá primero esas correcciones, y después esto.",
        "decided meanwhile": (
            "Mientras tanto se anotó otra sanción, u otros minutos: "
            "mirá si ya está lo tuyo y, si falta, anotalo de nuevo."
        ),
        "changed meanwhile": (
            "Mientras tanto otro juez lo cambió: vos veías {seen} y ahora dice {now} ({by}: {reason}). "
            "Mirá y probá de nuevo."
        ),
        "reason first": "Escribí el motivo: queda anotado.",
        "reason long": "El motivo tiene más de {most} letras: acortalo.",
        "later played": "El partido {after}, que sale de éste, ya se empezó: primero hay que anular eso.",
        "no such device": "Ese aparato no está.",
        "no such entry": "Esa anotación no está.",
        "not to strike": "Esa anotación no se puede anular.",
        "not played by club": "No hay clubes anotados.",
        "tied already": "Ese partido ya se anota en una mesa.",
        "stale": "Muchos anotan a la vez: probá de nuevo.",
        "sent before": "Eso ya se mandó antes y decía otra cosa: mirá cómo quedó y mandalo de nuevo.",
    },
)
refuse = refusing(TournamentRefused, SENTENCES)
