"""What papers say, in Spanish and English."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, tuple[str, str]] = {
    "players": ("Inscriptos", "Players"),
    "fixtures": ("Partidos", "Matches"),
    "results": ("Resultados", "Results"),
    "standings": ("Posiciones", "Standings"),
    "bracket": ("Llave", "Bracket"),
    "sheets": ("Planillas", "Score sheets"),
    "blank": ("Planilla", "Score sheet"),
    "tournament": ("Torneo", "Tournament"),
    "export": ("torneo", "tournament"),
    "follow": ("Seguilo en vivo", "Follow it live"),
    "page": ("Página {number} de {count}", "Page {number} of {count}"),
    "as of": ("Como estaba el {moment}", "As it stood on {moment}"),
    "moment": ("%d/%m/%Y, %H:%M", "%Y-%m-%d, %H:%M"),
    "zones": ("Zonas y llave", "Zones and bracket"),
    "round_robin": ("Todos contra todos", "Everybody against everybody"),
    "elimination": ("Eliminación directa", "Knock-out"),
    "swiss": ("Suizo", "Swiss"),
    "free": ("Cruces a mano", "Paired by hand"),
    "target": ("a {target}", "to {target}"),
    "minutes": ("{minutes} minutos", "{minutes} minutes"),
    "champion": ("Ganó {name}", "{name} won"),
    "zone": ("Zona {name}", "Zone {name}"),
    "round": ("Ronda {number}", "Round {number}"),
    "round of": ("Ronda de {count}", "Round of {count}"),
    "final": ("Final", "Final"),
    "semifinals": ("Semifinales", "Semi-finals"),
    "quarterfinals": ("Cuartos de final", "Quarter-finals"),
    "eighths": ("Octavos de final", "Round of 16"),
    "table": ("Mesa {number}", "Table {number}"),
    "match": ("Partido {number}", "Match {number}"),
    "winner of": ("ganador del {number}", "winner of {number}"),
    "bye": ("descansa", "bye"),
    "goes through": ("pasa sin jugar", "goes through"),
    "walkover": ("no jugado", "walkover"),
    "waiting": ("se espera a quien gane", "waits for a winner"),
    "ready": ("espera mesa", "waits for a table"),
    "seated": ("por empezar", "about to begin"),
    "playing": ("se juega", "being played"),
    "over": ("terminado", "over"),
    "proposed": ("sin confirmar", "not confirmed"),
    "disputed": ("en discusión", "disputed"),
    "agreed": ("confirmada", "confirmed"),
    "ruled": ("por el juez", "by the judge"),
    "void": ("nula", "void"),
    "hand": ("Mano {number}", "Hand {number}"),
    "whole match": ("El partido", "The match"),
    "total": ("Total", "Total"),
    "sum": ("Suma", "Sum"),
    "penalties": ("Sanciones", "Penalties"),
    "penalty": ("Sanción", "Penalty"),
    "lots drawn": ("Sorteo: {names}.", "Lots: {names}."),
    "lots needed": ("falta sortear", "lots to be drawn"),
    "open fixtures": ("Partidos que faltan: {count}.", "Matches still to be played: {count}."),
    "through": ("» pasa a la llave", "» goes on to the bracket"),
    "how ties": ("Cómo se desempató", "What separated them"),
    "level": ("No los separa.", "They stay level."),
    "tie victory": ("Puntos de victoria", "Victory points"),
    "tie won": ("Partidos ganados", "Matches won"),
    "tie head_to_head": ("El partido entre ellos", "The match between them"),
    "tie complete": ("Jugó todos sus partidos", "Played all matches"),
    "tie difference": ("Diferencia de puntos", "Difference of points"),
    "tie points_for": ("Puntos a favor", "Points for"),
    "tie lots": ("Sorteo", "Lots"),
    "yes": ("sí", "yes"),
    "no": ("no", "no"),
    "place": ("{place}.º", "no. {place}"),
    "signatures": ("Firmas", "Signatures"),
    "nobody yet": ("Todavía no se sorteó.", "Nothing was drawn yet."),
    "nothing over": ("Todavía no terminó ningún partido.", "No match is over yet."),
    "no bracket": ("Todavía no hay llave.", "There is no bracket yet."),
    "line by line": ("Renglón por renglón", "Line by line"),
    "column number": ("N.º", "No."),
    "column name": ("Nombre", "Name"),
    "column club": ("Club", "Club"),
    "column fixture": ("Partido", "Match"),
    "column stage": ("Etapa", "Stage"),
    "column round": ("Ronda", "Round"),
    "column zone": ("Zona", "Zone"),
    "column table": ("Mesa", "Table"),
    "column home": ("Uno", "Home"),
    "column away": ("Otro", "Away"),
    "column home_points": ("Puntos de uno", "Home points"),
    "column away_points": ("Puntos del otro", "Away points"),
    "column standing": ("Estado", "State"),
    "column winner": ("Ganó", "Winner"),
    "column walkover": ("No jugado", "Walkover"),
    "column hand": ("Mano", "Hand"),
    "column counts": ("Cuenta", "Counts"),
    "column reason": ("Motivo", "Reason"),
    "column rank": ("Puesto", "Rank"),
    "column played": ("Jugados", "Played"),
    "column won": ("Ganados", "Won"),
    "column difference": ("Diferencia", "Difference"),
    "column points_for": ("A favor", "For"),
    "column needs_lots": ("A sorteo", "By lots"),
    "stage zone": ("Zonas", "Zones"),
    "stage round": ("Rondas", "Rounds"),
    "stage bracket": ("Llave", "Bracket"),
    "short played": ("J", "P"),
    "short won": ("G", "W"),
    "short difference": ("Dif", "Diff"),
    "short points_for": ("PF", "PF"),
    "part tiles": ("Fichas", "Tiles"),
    "part canastas": ("Canastas", "Canastas"),
    "part close": ("Cierre", "Close"),
    "part muerto": ("Muerto", "Muerto"),
    "part rack": ("− Atril", "− Rack"),
    "part hand": ("Mano", "Hand"),
}


def word(language: str, key: str, **parts: object) -> str:
    """The phrase called ``key``, with its blanks filled in."""
    return WORDS[key][language == "en"].format(**parts)


def points_text(points: int, *, signed: bool = False) -> str:
    """Points with the sign that print has for "minus"."""
    return f"{points:+d}".replace("-", "−") if signed and points else f"{points}".replace("-", "−")


def round_text(language: str, stage: str, number: int, matches: int) -> str:
    """A round: in a bracket by how many matches it has."""
    names = {1: "final", 2: "semifinals", 4: "quarterfinals", 8: "eighths"}
    if stage != "bracket":
        return word(language, "round", number=number)
    return word(language, names[matches]) if matches in names else word(language, "round of", count=2 * matches)
