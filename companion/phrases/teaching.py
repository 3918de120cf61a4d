"""What is said of sets of tiles that are learned from photographs: Spanish first and English second."""

from __future__ import annotations

from collections.abc import Mapping

PHRASES: Mapping[str, tuple[str, str]] = {
    "set better": (
        "De {examined} fichas {which}, {right_after} bien ({sure_after} sin dudar); "
        "antes {right_before} ({sure_before}). Se usa.",
        "Of {examined} tiles {which}, {right_after} right ({sure_after} surely); "
        "before, {right_before} ({sure_before}). It is used.",
    ),
    "set no better": (
        "No mejora: de {examined} fichas {which}, {right_after} bien ({sure_after} sin dudar); "
        "antes {right_before} ({sure_before}). Sigue como estaba.",
        "No better: of {examined} tiles {which}, {right_after} right ({sure_after} surely); "
        "before, {right_before} ({sure_before}). All stays as it was.",
    ),
    "held back tiles": ("apartadas", "held back"),
    "proof tiles": ("de la otra foto", "of the other picture"),
    "set saved": ("Guardado en {path}.", "Saved in {path}."),
    "set before": ("El de antes quedó en {path}.", "The one before is in {path}."),
    "use set": (
        "Para usarlo: burako read FOTO --set-profile {path}",
        "To use it: burako read PHOTO --set-profile {path}",
    ),
    "listed tiles": (
        "Veo {seen} fichas en las fotos y la lista nombra {listed}: sacá la foto de nuevo, o nombralas fila por fila. "
        "Yo leo: {read}",
        "I see {seen} tiles in the pictures and the list names {listed}: take the picture again, or name them row by "
        "row. I read: {read}",
    ),
    "few named": (
        "Sólo reconocí {named} fichas y hacen falta {least}: poné las 13 de un color en fila, del 1 al 13, o decime "
        "cuáles son con --tiles.",
        "I recognised only {named} tiles and {least} are needed: lay the 13 of one colour in a row, from 1 to 13, or "
        "say which they are with --tiles.",
    ),
    "few proof tiles": (
        "En la foto de prueba sólo reconocí {named} fichas y hacen falta {least}: poné las mismas que en la primera.",
        "In the other picture I recognised only {named} tiles and {least} are needed: lay out the same as in the "
        "first.",
    ),
    "learned badly": (
        "Se leería peor: de {tiles} fichas apartadas, {right_after} bien en vez de {right_before}. No guardé nada.",
        "It would read worse: of {tiles} tiles held back, {right_after} right, not {right_before}. Nothing was saved.",
    ),
    "proved badly": (
        "Se leería peor: de {tiles} fichas de la otra foto, {right_after} bien en vez de {right_before}. No guardé "
        "nada.",
        "It would read worse: of {tiles} tiles of the other picture, {right_after} right, not {right_before}. Nothing "
        "was saved.",
    ),
}
