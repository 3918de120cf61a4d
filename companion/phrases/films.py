"""What is said to those who film a hand, or measure filmed hands: Spanish first and English second."""

from __future__ import annotations

from collections.abc import Mapping

PHRASES: Mapping[str, tuple[str, str]] = {
    "no certificate": (
        "La cámara no muestra un certificado que se pueda leer.",
        "The camera shows no certificate that can be read.",
    ),
    "camera certificate": (
        "Su certificado es de «{name}», vale del {since} al {until} y su huella es {fingerprint}. Si es la que muestra "
        "la cámara, agregá al final de la dirección: {pin}",
        "Its certificate is of “{name}”, holds from {since} to {until}, and its fingerprint is {fingerprint}. If the "
        "camera shows the same, add to the end of the address: {pin}",
    ),
    "film left out": (
        "El video de las mesas no va en la copia.",
        "The film of the tables is not in the backup.",
    ),
    "racks in backup": (
        "Ahora se está jugando en la pantalla: la copia tiene también los atriles que los demás no ven, así que no la "
        "abra nadie que juegue.",
        "Games are being played on the screen now: the backup also has the racks that the others do not see, so "
        "nobody who plays may open it.",
    ),
    "no table film": ("No hay video guardado de ninguna mesa.", "No film of any table is kept."),
    "film of": (
        "{match}: {size} MB, de ellos {kept} guardados; {spans}",
        "{match}: {size} MB, {kept} of them kept; {spans}",
    ),
    "film deleted": ("Se borró el video de {match}.", "The film of {match} is deleted."),
    "film not there": ("No hay video de «{match}».", "There is no film of “{match}”."),
    "film written": (
        "{count} imágenes de {match} en {path}.",
        "{count} pictures of {match} in {path}.",
    ),
    "film running": ("Se guarda video de esta mesa.", "This table is being filmed."),
    "film stopped": (
        "No queda lugar para guardar más video de esta mesa; la partida se anota igual.",
        "There is no room for more film of this table; the match is noted all the same.",
    ),
    "no sitting": (
        "«{path}» no es la historia de una mano filmada, como las que escribe burako record.",
        "“{path}” is not the story of a filmed hand, such as burako record writes.",
    ),
    "camera given up": (
        "{why} No se espera más: pasaron {seconds} segundos sin imágenes (--wait 0 espera siempre).",
        "{why} Giving up after {seconds} seconds without pictures (--wait 0 waits for ever).",
    ),
    "no tile seen": (
        "En «{source}» no se vio ninguna ficha: no hay tanteo.",
        "No tile was seen in “{source}”: there is no score.",
    ),
    "film consent": (
        "Se va a filmar la mesa, sin sonido, hasta {minutes} minutos. La película y las jugadas quedan en {folder} y "
        "no salen de esta máquina: son de ustedes, y se borran borrando la carpeta. Que no se vean caras ni atriles.",
        "The table will be filmed, without sound, for up to {minutes} minutes. The film and the moves stay in {folder} "
        "and do not leave this machine: they are yours, and deleting the folder deletes them. Keep faces and racks out "
        "of view.",
    ),
    "film agree": ("¿Están todos de acuerdo?", "Does everybody agree?"),
    "film not agreed": ("No se filmó nada.", "Nothing was filmed."),
    "film began": (
        "Filmando. Cuando termine la mano, Ctrl+C.",
        "Filming. When the hand is over, press Ctrl+C.",
    ),
    "film ended": (
        "{seconds} segundos en {film}. Ahora anotá las jugadas en {labels} y después: burako record {folder} --label",
        "{seconds} seconds in {film}. Now write down the moves in {labels}, and then: burako record {folder} --label",
    ),
    "film empty": ("La cámara no mostró nada: no hay película.", "The camera showed nothing: there is no film."),
    "film there": (
        "En {folder} ya hay una película: elegí otra carpeta.",
        "There is a film in {folder} already: choose another folder.",
    ),
    "film none": (
        "En {folder} no hay ninguna película de burako record.",
        "There is no film of burako record in {folder}.",
    ),
    "film labelled": (
        "{moves} jugadas, {offences} con falta; {totals}. Se mide con: burako evaluate-sitting {path}",
        "{moves} moves, {offences} with an offence; {totals}. Measured by: burako evaluate-sitting {path}",
    ),
    "film remarks": (
        "# Una jugada por línea: a los cuántos minutos y segundos de la película se vio, y la jugada.\n"
        "# Los jugadores se cuentan desde 0. Lo que no se sabe, con ?. Al final, lo que quedó en cada atril.\n"
        "#   0:12 0 draw\n#   0:15 0 lay 4r 5r 6r\n#   0:19 0 discard 9k\n#   0:31 1 pozo\n#   4:50 0 close discard\n"
        "#   4:55 1 rack 3b 9y\n",
        "# One move a line: the minutes and seconds of the film at which it was seen, and the move.\n"
        "# Players count from 0. What nobody knows is written ?. At the end, what was left on each rack.\n"
        "#   0:12 0 draw\n#   0:15 0 lay 4r 5r 6r\n#   0:19 0 discard 9k\n#   0:31 1 pozo\n#   4:50 0 close discard\n"
        "#   4:55 1 rack 3b 9y\n",
    ),
    "label without time": (
        "Línea {line}: «{text}» no empieza con un tiempo, como 1:05 0 lay 4r 5r 6r.",
        "Line {line}: “{text}” does not begin with a time, such as 1:05 0 lay 4r 5r 6r.",
    ),
    "label too early": (
        "Línea {line}: «{text}» es de antes que la línea anterior.",
        "Line {line}: “{text}” is of before the line above it.",
    ),
    "label no move": ("Línea {line}: {reason}", "Line {line}: {reason}"),
    "labels no hand": ("Así no pudo ser la mano: {reason}", "The hand cannot have been so: {reason}"),
}
