"""The catalogue of known problems by stable code: description and remedy in Spanish and English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.sentences import Translated, catalogue


@dataclass(frozen=True, slots=True)
class KnownProblem:
    """A possible problem of a machine."""

    is_wrong: bool
    """Whether something does not work because of it; else it is only worth knowing."""
    sentence: Mapping[str, str]
    """By language, with blanks for the parts of a finding."""
    remedy: Mapping[str, str]


WELL: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.well",
    {
        "python": "Python {version}.",
        "libraries": "Las {count} bibliotecas están, en versiones que sirven.",
        "opencv": "Un solo OpenCV: {version}.",
        "loading": "Las bibliotecas de imágenes y redes abren.",
        "networks": "Las {count} redes son las de esta versión.",
        "telemetry": "Nada informa a nadie de su uso.",
        "folder": "Se puede guardar en {place}.",
        "privacy": "Lo guardado lo lee sólo su dueño.",
        "disk": "Quedan {free_mb} MB libres.",
        "journal": "Lo guardado está como se anotó.",
        "clock": "El reloj está en hora.",
        "port": "El puerto {port} está libre, o lo tiene este programa.",
        "firewall": "No se ve un cortafuegos que cierre el paso.",
        "network": "Los teléfonos llegan por {address}.",
        "memory": "La memoria alcanza.",
        "camera": "Nada impide abrir las cámaras.",
    },
)
"""The sentence of each check without a problem."""

PROBLEMS: Mapping[str, KnownProblem] = {
    "B101": KnownProblem(
        True,
        Translated("companion.doctor.B101", "Python {version} es demasiado viejo: hace falta 3.11."),
        Translated("companion.doctor.B101.remedy", "sudo apt install python3, y de nuevo make setup."),
    ),
    "B102": KnownProblem(
        True,
        Translated("companion.doctor.B102", "Falta la biblioteca {library} ({wanted})."),
        Translated("companion.doctor.B102.remedy", 'pip install "{library}{wanted}"'),
    ),
    "B103": KnownProblem(
        True,
        Translated("companion.doctor.B103", "La biblioteca {library} es la {version}, y hace falta {wanted}."),
        Translated("companion.doctor.B103.remedy", 'pip install "{library}{wanted}"'),
    ),
    "B104": KnownProblem(
        True,
        Translated("companion.doctor.B104", "Hay más de un OpenCV instalado y se pisan: {libraries}."),
        Translated(
            "companion.doctor.B104.remedy", "pip uninstall -y {libraries}, y después pip install opencv-python."
        ),
    ),
    "B105": KnownProblem(
        True,
        Translated("companion.doctor.B105", "{library} está pero no abre: {reason}."),
        Translated(
            "companion.doctor.B105.remedy",
            (
                "Si nombra libGL o libgthread: sudo apt install libgl1 libglib2.0-0. Si no: pip install "
                "--force-reinstall "
                "{library}."
            ),
        ),
    ),
    "B106": KnownProblem(
        True,
        Translated("companion.doctor.B106", "Las redes no son las de esta versión: {reason}"),
        Translated(
            "companion.doctor.B106.remedy", "Instalá de nuevo el programa; si BURAKO_MODELS está puesta, sacala."
        ),
    ),
    "B107": KnownProblem(
        True,
        Translated("companion.doctor.B107", "El informe de uso de onnxruntime no está apagado en este programa."),
        Translated("companion.doctor.B107.remedy", "Poné ORT_DISABLE_TELEMETRY=1 en el entorno antes de abrir Python."),
    ),
    "B108": KnownProblem(
        False,
        Translated(
            "companion.doctor.B108", "El programa corre de una copia suelta: no se sabe qué bibliotecas le hacen falta."
        ),
        Translated("companion.doctor.B108.remedy", "make setup en su carpeta."),
    ),
    "B201": KnownProblem(
        True,
        Translated("companion.doctor.B201", "No se puede guardar en {place}: {reason}."),
        Translated(
            "companion.doctor.B201.remedy",
            "Dale la carpeta a quien abre el programa (sudo chown -R $USER CARPETA), o elegí otra con --data.",
        ),
    ),
    "B202": KnownProblem(
        True,
        Translated("companion.doctor.B202", "Otros usuarios de esta máquina pueden leer lo guardado ({place})."),
        Translated("companion.doctor.B202.remedy", "chmod -R go= {quoted}"),
    ),
    "B203": KnownProblem(
        True,
        Translated("companion.doctor.B203", "El disco está lleno: quedan {free_mb} MB y nada se anota."),
        Translated("companion.doctor.B203.remedy", "Hacé lugar en el disco; nada de lo anotado se perdió."),
    ),
    "B204": KnownProblem(
        False,
        Translated("companion.doctor.B204", "Queda poco lugar en el disco: {free_mb} MB."),
        Translated("companion.doctor.B204.remedy", "Hacé lugar antes del torneo: un día largo son unos 200 MB."),
    ),
    "B205": KnownProblem(
        True,
        Translated("companion.doctor.B205", "Hay anotaciones dañadas en el disco ({count})."),
        Translated(
            "companion.doctor.B205.remedy",
            "burako backup --check dice cuáles; burako restore COPIA --only NOMBRE recupera cada una.",
        ),
    ),
    "B206": KnownProblem(
        True,
        Translated("companion.doctor.B206", "Lo guardado no se abre: {reason}"),
        Translated(
            "companion.doctor.B206.remedy",
            "Con una copia: burako restore COPIA --replace. Si es una base aparte, fijate que esté encendida.",
        ),
    ),
    "B301": KnownProblem(
        True,
        Translated(
            "companion.doctor.B301",
            "El reloj está atrasado: dice {moment}, antes de lo último que se guardó o de este programa.",
        ),
        Translated("companion.doctor.B301.remedy", "sudo timedatectl set-ntp true, o poné la hora a mano."),
    ),
    "B302": KnownProblem(
        False,
        Translated("companion.doctor.B302", "El reloj no se pone en hora por la red: puede saltar cuando vuelva."),
        Translated(
            "companion.doctor.B302.remedy",
            "sudo timedatectl set-ntp true; sin internet, poné la hora antes de empezar.",
        ),
    ),
    "B303": KnownProblem(
        True,
        Translated("companion.doctor.B303", "El puerto {port} lo tiene otro programa."),
        Translated("companion.doctor.B303.remedy", "burako serve --port {free}"),
    ),
    "B304": KnownProblem(
        False,
        Translated(
            "companion.doctor.B304", "Hay un cortafuegos encendido ({firewall}): los teléfonos quizás no entren."
        ),
        Translated("companion.doctor.B304.remedy", "{command}"),
    ),
    "B305": KnownProblem(
        False,
        Translated("companion.doctor.B305", "Esta máquina no está en ninguna red: los teléfonos no pueden entrar."),
        Translated("companion.doctor.B305.remedy", "Conectala al Wi-Fi de los teléfonos."),
    ),
    "B306": KnownProblem(
        False,
        Translated("companion.doctor.B306", "Hay poca memoria libre: {free_mb} MB."),
        Translated("companion.doctor.B306.remedy", "Cerrá otros programas."),
    ),
    "B401": KnownProblem(
        False,
        Translated("companion.doctor.B401", "No se ve ninguna cámara."),
        Translated(
            "companion.doctor.B401.remedy",
            "Enchufala, o usá un teléfono: burako serve --host 0.0.0.0 --tls --camera phone.",
        ),
    ),
    "B402": KnownProblem(
        True,
        Translated("companion.doctor.B402", "Quien abre el programa no puede usar la cámara {device}."),
        Translated("companion.doctor.B402.remedy", "sudo usermod -aG {group} $USER, y entrá de nuevo a la sesión."),
    ),
    "B901": KnownProblem(
        True,
        Translated("companion.doctor.B901", "No se pudo mirar «{check}»: {reason}."),
        Translated("companion.doctor.B901.remedy", "Mandanos el archivo de burako doctor --bundle informe.zip."),
    ),
}
