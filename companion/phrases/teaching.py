"""Sentences about learning tile sets from photographs."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import catalogue

PHRASES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.phrases",
    {
        "set better": (
            "De {examined} fichas {which}, {right_after} bien ({sure_after} sin dudar); "
            "antes {right_before} ({sure_before}). Se usa."
        ),
        "set no better": (
            "No mejora: de {examined} fichas {which}, {right_after} bien ({sure_after} sin dudar); "
            "antes {right_before} ({sure_before}). Sigue como estaba."
        ),
        "held back tiles": "apartadas",
        "proof tiles": "de la otra foto",
        "set saved": "Guardado en {path}.",
        "set before": "El de antes quedó en {path}.",
        "use set": "Para usarlo: burako read FOTO --set-profile {path}",
        "listed tiles": (
            "Veo {seen} fichas en las fotos y la lista nombra {listed}: sacá la foto de nuevo, o nombralas fila por "
            "fila. "
            "Yo leo: {read}"
        ),
        "few named": (
            "Sólo reconocí {named} fichas y hacen falta {least}: poné las 13 de un color en fila, del 1 al 13, o "
            "decime "
            "cuáles son con --tiles."
        ),
        "few proof tiles": (
            "En la foto de prueba sólo reconocí {named} fichas y hacen falta {least}: poné las mismas que en la "
            "primera."
        ),
        "learned badly": (
            "Se leería peor: de {tiles} fichas apartadas, {right_after} bien en vez de {right_before}. No guardé nada."
        ),
        "proved badly": (
            "Se leería peor: de {tiles} fichas de la otra foto, {right_after} bien en vez de {right_before}. No guardé "
            "nada."
        ),
    },
)
