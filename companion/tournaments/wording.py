"""Why something cannot be done at a tournament, in Spanish first and English second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from companion.refusal import TournamentRefused
from engine.wording import LANGUAGES

UNLAWFUL, CONFLICT, MISSING = 422, 409, 404


def refuse(key: str, status: int = UNLAWFUL, **parts: object) -> NoReturn:
    """Ends with the sentence called ``key``."""
    said = zip(LANGUAGES, SENTENCES[key], strict=True)
    raise TournamentRefused({language: sentence.format(**parts) for language, sentence in said}, status)


SENTENCES: Mapping[str, tuple[str, str]] = {
    "no such tournament": ("Ese torneo no está.", "There is no such tournament."),
    "no such format": ("«{name}» no es un formato de torneo.", "“{name}” is no format of a tournament."),
    "no such choice": ("«{name}» no se puede elegir ahí.", "“{name}” cannot be chosen there."),
    "not drawn yet": (
        "Todavía no se sorteó: anotalo con los demás.",
        "Nothing was drawn yet: enter them with the others.",
    ),
    "too late to draw anew": (
        "Ya se jugó: no se puede sortear de nuevo. Cambiá en el plan qué pasa con quien llega tarde.",
        "Matches were played: it cannot be drawn anew. Change in the plan what becomes of latecomers.",
    ),
    "bracket drawn": (
        "La llave ya se armó: a las zonas no entra nadie más.",
        "The bracket was made: nobody enters a zone any more.",
    ),
    "no room": (
        "Lugares libres en la primera ronda: {count}. Para más gente hay que anular la llave y armarla de nuevo.",
        "Free places in the first round: {count}. For more people, strike the bracket out and make it again.",
    ),
    "no title": ("Poné un nombre al torneo.", "Give the tournament a name."),
    "not so many": ("{what}: va de {least} a {most}.", "{what}: from {least} to {most}."),
    "two sides": (
        "Un torneo se juega de a dos o de a dos parejas: con estas reglas juegan más bandos.",
        "In a tournament two players or two pairs meet: under these rules there are more sides.",
    ),
    "needs winner": (
        "Sin puntos de victoria, o con llave, todo partido tiene ganador: el empate se juega (tie=extra_hand).",
        "Without victory points, or with a bracket, every match has a winner: a tie is played off (tie=extra_hand).",
    ),
    "drawn already": (
        "Ya se sorteó: para cambiar eso hay que anular el sorteo.",
        "The draw was made: to change that, strike it out first.",
    ),
    "no names": ("No hay ningún nombre en lo que mandaste.", "There is no name in what you sent."),
    "no list": (
        "Eso no es una lista que se pueda leer: mandá un archivo de Excel (xlsx), de LibreOffice (ods) o CSV.",
        "That is not a list that can be read: send an Excel (xlsx), LibreOffice (ods) or CSV file.",
    ),
    "name long": (
        "«{name}» tiene más de {most} letras: acortalo.",
        "“{name}” has more than {most} letters: make it shorter.",
    ),
    "name twice": ("«{name}» está dos veces.", "“{name}” is there twice."),
    "no such entrant": ("Ese inscripto no está.", "There is no such entrant."),
    "too few": ("Hacen falta por lo menos {least} inscriptos.", "At least {least} entrants are needed."),
    "other format": ("Este torneo no se juega así.", "This tournament is not played so."),
    "round goes on": ("Falta terminar {count} partidos.", "{count} matches are still to be finished."),
    "no more rounds": ("Ya se jugaron todas las rondas.", "All rounds have been played."),
    "only rematches": (
        "No quedan cruces sin repetir para todos.",
        "There are no pairings left in which nobody meets the same rival again.",
    ),
    "plays alone": ("Nadie juega contra sí mismo.", "Nobody plays against themselves."),
    "locked already": (
        "El cruce de {name} ya está fijado: soltalo primero.",
        "What {name} plays is fixed already: let it go first.",
    ),
    "not here": ("{name} no está.", "{name} is not here."),
    "no bye to give": (
        "Con esta cantidad no hay tantos descansos en la primera ronda.",
        "With so many entrants there are not so many byes in the first round.",
    ),
    "bracket begun": ("La llave ya empezó a jugarse.", "The bracket is being played already."),
    "lots first": (
        "En la zona {zone} hay que sortear entre {names}: nada más los separa.",
        "Lots have to be drawn in zone {zone} between {names}: nothing else separates them.",
    ),
    "nothing for lots": ("Ahí no hay nada que sortear.", "There is nothing to draw lots for."),
    "lots of others": (
        "El sorteo es entre {names}: nombralos a todos, uno por vez.",
        "Lots are drawn between {names}: name all of them, each once.",
    ),
    "no such zone": ("Esa zona no está.", "There is no such zone."),
    "no such match": ("Ese partido no está.", "There is no such match."),
    "not ready": ("Todavía no se sabe quiénes juegan ese partido.", "It is not known yet who plays that match."),
    "match over": ("Ese partido ya terminó.", "That match is over."),
    "no such table": ("Esa mesa no está: van de 1 a {tables}.", "There is no such table: they go from 1 to {tables}."),
    "table taken": ("En la mesa {table} se está jugando otro partido.", "Another match is played at table {table}."),
    "no side": ("Falta decir quién habla.", "Say who speaks."),
    "points of two": (
        "Hay que anotar los puntos de los dos, o ninguno si la mano es nula.",
        "Note the points of both, or none where the hand is void.",
    ),
    "points absurd": ("Esos puntos no pueden ser.", "Those points cannot be."),
    "level match": (
        "Un partido no termina empatado: falta una mano más.",
        "A match does not end level: one more hand is to be played.",
    ),
    "hand missing": ("Falta anotar la mano {hand}.", "Hand {hand} is still to be noted."),
    "settled already": (
        "La mano {hand} ya está confirmada con {points}: si está mal, llamá al juez.",
        "Hand {hand} is settled at {points}: if that is wrong, call a judge.",
    ),
    "nothing proposed": ("De esa mano todavía no se dijo nada.", "Nothing was said of that hand yet."),
    "own proposal": (
        "Lo tiene que confirmar el otro lado.",
        "The other side has to confirm that.",
    ),
    "for the judge": ("Eso lo está viendo el juez.", "A judge is looking at that."),
    "changed meanwhile": (
        "Mientras tanto otro juez lo cambió: vos veías {seen} y ahora dice {now} ({by}: {reason}). "
        "Mirá y probá de nuevo.",
        "Meanwhile another judge changed it: you saw {seen} and now it says {now} ({by}: {reason}). "
        "Look at it and try again.",
    ),
    "reason first": ("Escribí el motivo: queda anotado.", "Write the reason: it is kept."),
    "later played": (
        "El partido {after}, que sale de éste, ya se empezó: primero hay que anular eso.",
        "Match {after}, which follows from this one, has begun: that has to be undone first.",
    ),
    "no such device": ("Ese aparato no está.", "There is no such device."),
    "no such entry": ("Esa anotación no está.", "There is no such entry."),
    "not to strike": ("Esa anotación no se puede anular.", "That entry cannot be struck out."),
    "not played by club": ("No hay clubes anotados.", "No clubs are known."),
    "tied already": ("Ese partido ya se anota en una mesa.", "That match is already noted at a table."),
    "stale": (
        "Muchos anotan a la vez: probá de nuevo.",
        "Many people note things at once: try again.",
    ),
}
