"""Sentences about filming hands, and about measuring filmed hands."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import catalogue

PHRASES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.phrases",
    {
        "no certificate": "La cámara no muestra un certificado que se pueda leer.",
        "camera certificate": (
            "Su certificado es de «{name}», vale del {since} al {until} y su huella es {fingerprint}. Si es la que "
            "muestra "
            "la cámara, agregá al final de la dirección: {pin}"
        ),
        "film left out": "El video de las mesas no va en la copia.",
        "racks in backup": (
            "Ahora se está jugando en la pantalla: la copia tiene también los atriles que los demás no ven, así que no "
            "la abra nadie que juegue."
        ),
        "no table film": "No hay video guardado de ninguna mesa.",
        "film of": "{match}: {size} MB, de ellos {kept} guardados; {spans}",
        "film deleted": "Se borró el video de {match}.",
        "film not there": "No hay video de «{match}».",
        "film written": "{count} imágenes de {match} en {path}.",
        "film running": "Se guarda video de esta mesa.",
        "film stopped": "No queda lugar para guardar más video de esta mesa; la partida se anota igual.",
        "no sitting": "«{path}» no es la historia de una mano filmada, como las que escribe burako record.",
        "camera given up": "{why} No se espera más: pasaron {seconds} segundos sin imágenes (--wait 0 espera siempre).",
        "no tile seen": "En «{source}» no se vio ninguna ficha: no hay tanteo.",
        "film consent": (
            "Se va a filmar la mesa, sin sonido, hasta {minutes} minutos. La película y las jugadas quedan en {folder} "
            "y "
            "no salen de esta máquina: son de ustedes, y se borran borrando la carpeta. Que no se vean caras ni "
            "atriles."
        ),
        "film agree": "¿Están todos de acuerdo?",
        "film not agreed": "No se filmó nada.",
        "film began": "Filmando. Cuando termine la mano, Ctrl+C.",
        "film ended": (
            "{seconds} segundos en {film}. Ahora anotá las jugadas en {labels} y después: burako record {folder} "
            "--label"
        ),
        "film empty": "La cámara no mostró nada: no hay película.",
        "film there": "En {folder} ya hay una película: elegí otra carpeta.",
        "film none": "En {folder} no hay ninguna película de burako record.",
        "film labelled": "{moves} jugadas, {offences} con falta; {totals}. Se mide con: burako evaluate-films {path}",
        "film remarks": (
            "# Una jugada por línea: a los cuántos minutos y segundos de la película se vio, y la jugada.\n"
            "# Los jugadores se cuentan desde 0. Lo que no se sabe, con ?. Al final, lo que quedó en cada atril.\n"
            "#   0:12 0 draw\n#   0:15 0 lay 4r 5r 6r\n#   0:19 0 discard 9k\n#   0:31 1 pozo\n#   4:50 0 close "
            "discard\n"
            "#   4:55 1 rack 3b 9y\n"
        ),
        "label without time": "Línea {line}: «{text}» no empieza con un tiempo, como 1:05 0 lay 4r 5r 6r.",
        "label too early": "Línea {line}: «{text}» es de antes que la línea anterior.",
        "label no move": "Línea {line}: {reason}",
        "labels no hand": "Así no pudo ser la mano: {reason}",
    },
)
