"""Every problem that the doctor knows, under a code that stays: what it is and what to do, in Spanish and English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownProblem:
    """Something that may be wrong on a machine."""

    is_wrong: bool
    """Whether something does not work because of it; else it is only worth knowing."""
    sentence: tuple[str, str]
    """In Spanish and English, with blanks for the parts of a finding."""
    remedy: tuple[str, str]


WELL: Mapping[str, tuple[str, str]] = {
    "python": ("Python {version}.", "Python {version}."),
    "libraries": (
        "Las {count} bibliotecas están, en versiones que sirven.",
        "All {count} libraries are there and fit.",
    ),
    "opencv": ("Un solo OpenCV: {version}.", "One OpenCV: {version}."),
    "loading": ("Las bibliotecas de imágenes y redes abren.", "The libraries of pictures and networks load."),
    "networks": ("Las {count} redes son las de esta versión.", "The {count} networks are those of this version."),
    "telemetry": ("Nada informa a nadie de su uso.", "Nothing reports its use to anybody."),
    "folder": ("Se puede guardar en {place}.", "{place} can be written."),
    "privacy": ("Lo guardado lo lee sólo su dueño.", "What is kept is for its owner alone."),
    "disk": ("Quedan {free_mb} MB libres.", "{free_mb} MB are free."),
    "journal": ("Lo guardado está como se anotó.", "What is kept is as it was noted."),
    "clock": ("El reloj está en hora.", "The clock is right."),
    "port": ("El puerto {port} está libre, o lo tiene este programa.", "Port {port} is free, or this program has it."),
    "firewall": ("No se ve un cortafuegos que cierre el paso.", "No firewall is seen that would keep phones out."),
    "network": ("Los teléfonos llegan por {address}.", "Phones find this machine at {address}."),
    "memory": ("La memoria alcanza.", "There is memory enough."),
    "camera": ("Nada impide abrir las cámaras.", "Nothing keeps the cameras from being opened."),
}
"""What each check says where all is well."""

PROBLEMS: Mapping[str, KnownProblem] = {
    "B101": KnownProblem(
        True,
        ("Python {version} es demasiado viejo: hace falta 3.11.", "Python {version} is too old: 3.11 is needed."),
        ("sudo apt install python3, y de nuevo make setup.", "sudo apt install python3, then make setup again."),
    ),
    "B102": KnownProblem(
        True,
        ("Falta la biblioteca {library} ({wanted}).", "The library {library} is missing ({wanted})."),
        ('pip install "{library}{wanted}"', 'pip install "{library}{wanted}"'),
    ),
    "B103": KnownProblem(
        True,
        (
            "La biblioteca {library} es la {version}, y hace falta {wanted}.",
            "The library {library} is version {version}, and {wanted} is needed.",
        ),
        ('pip install "{library}{wanted}"', 'pip install "{library}{wanted}"'),
    ),
    "B104": KnownProblem(
        True,
        (
            "Hay más de un OpenCV instalado y se pisan: {libraries}.",
            "More than one OpenCV is installed, each over the other: {libraries}.",
        ),
        (
            "pip uninstall -y {libraries}, y después pip install opencv-python.",
            "pip uninstall -y {libraries}, then pip install opencv-python.",
        ),
    ),
    "B105": KnownProblem(
        True,
        ("{library} está pero no abre: {reason}.", "{library} is there but does not load: {reason}."),
        (
            "Si nombra libGL o libgthread: sudo apt install libgl1 libglib2.0-0. Si no: pip install --force-reinstall "
            "{library}.",
            "If it names libGL or libgthread: sudo apt install libgl1 libglib2.0-0. Else: "
            "pip install --force-reinstall {library}.",
        ),
    ),
    "B106": KnownProblem(
        True,
        ("Las redes no son las de esta versión: {reason}", "The networks are not those of this version: {reason}"),
        (
            "Instalá de nuevo el programa; si BURAKO_MODELS está puesta, sacala.",
            "Install the program again; where BURAKO_MODELS is set, unset it.",
        ),
    ),
    "B107": KnownProblem(
        True,
        (
            "El informe de uso de onnxruntime no está apagado en este programa.",
            "The usage report of onnxruntime is not switched off in this program.",
        ),
        (
            "Poné ORT_DISABLE_TELEMETRY=1 en el entorno antes de abrir Python.",
            "Set ORT_DISABLE_TELEMETRY=1 in the environment before Python begins.",
        ),
    ),
    "B108": KnownProblem(
        False,
        (
            "El programa corre de una copia suelta: no se sabe qué bibliotecas le hacen falta.",
            "The program runs from a bare copy of its files: nobody knows which libraries it needs.",
        ),
        ("make setup en su carpeta.", "make setup in its folder."),
    ),
    "B201": KnownProblem(
        True,
        ("No se puede guardar en {place}: {reason}.", "{place} cannot be written: {reason}."),
        (
            "Dale la carpeta a quien abre el programa (sudo chown -R $USER CARPETA), o elegí otra con --data.",
            "Give the folder to whoever runs the program (sudo chown -R $USER FOLDER), or choose another with --data.",
        ),
    ),
    "B202": KnownProblem(
        True,
        (
            "Otros usuarios de esta máquina pueden leer lo guardado ({place}).",
            "Other users of this machine can read what is kept ({place}).",
        ),
        ("chmod -R go= {quoted}", "chmod -R go= {quoted}"),
    ),
    "B203": KnownProblem(
        True,
        (
            "El disco está lleno: quedan {free_mb} MB y nada se anota.",
            "The disk is full: {free_mb} MB are free and nothing is noted.",
        ),
        ("Hacé lugar en el disco; nada de lo anotado se perdió.", "Make room on the disk; nothing noted was lost."),
    ),
    "B204": KnownProblem(
        False,
        ("Queda poco lugar en el disco: {free_mb} MB.", "Little room is left on the disk: {free_mb} MB."),
        (
            "Hacé lugar antes del torneo: un día largo son unos 200 MB.",
            "Make room before an event: a long day is 200 MB.",
        ),
    ),
    "B205": KnownProblem(
        True,
        ("Hay anotaciones dañadas en el disco ({count}).", "Some of what was noted is damaged on the disk ({count})."),
        (
            "burako backup --check dice cuáles; burako restore COPIA --only NOMBRE recupera cada una.",
            "burako backup --check says which; burako restore BACKUP --only NAME puts each right.",
        ),
    ),
    "B206": KnownProblem(
        True,
        ("Lo guardado no se abre: {reason}", "What is kept does not open: {reason}"),
        (
            "Con una copia: burako restore COPIA --replace. Si es una base aparte, fijate que esté encendida.",
            "With a backup: burako restore BACKUP --replace. Where a server keeps it, see whether that is running.",
        ),
    ),
    "B301": KnownProblem(
        True,
        (
            "El reloj está atrasado: dice {moment}, antes de lo último que se guardó o de este programa.",
            "The clock is late: it says {moment}, before what was kept last or before this program was made.",
        ),
        ("sudo timedatectl set-ntp true, o poné la hora a mano.", "sudo timedatectl set-ntp true, or set it by hand."),
    ),
    "B302": KnownProblem(
        False,
        (
            "El reloj no se pone en hora por la red: puede saltar cuando vuelva.",
            "The clock is not set over the network: it may jump when that returns.",
        ),
        (
            "sudo timedatectl set-ntp true; sin internet, poné la hora antes de empezar.",
            "sudo timedatectl set-ntp true; without the internet, set it before you begin.",
        ),
    ),
    "B303": KnownProblem(
        True,
        ("El puerto {port} lo tiene otro programa.", "Another program has port {port}."),
        ("burako serve --port {free}", "burako serve --port {free}"),
    ),
    "B304": KnownProblem(
        False,
        (
            "Hay un cortafuegos encendido ({firewall}): los teléfonos quizás no entren.",
            "A firewall is on ({firewall}): phones may not get in.",
        ),
        ("{command}", "{command}"),
    ),
    "B305": KnownProblem(
        False,
        (
            "Esta máquina no está en ninguna red: los teléfonos no pueden entrar.",
            "This machine is in no network: phones cannot come in.",
        ),
        ("Conectala al Wi-Fi de los teléfonos.", "Join the Wi-Fi of the phones."),
    ),
    "B306": KnownProblem(
        False,
        ("Hay poca memoria libre: {free_mb} MB.", "Little memory is free: {free_mb} MB."),
        ("Cerrá otros programas.", "Close other programs."),
    ),
    "B401": KnownProblem(
        False,
        ("No se ve ninguna cámara.", "No camera is seen."),
        (
            "Enchufala, o usá un teléfono: burako serve --host 0.0.0.0 --tls --camera phone.",
            "Plug one in, or use a phone: burako serve --host 0.0.0.0 --tls --camera phone.",
        ),
    ),
    "B402": KnownProblem(
        True,
        (
            "Quien abre el programa no puede usar la cámara {device}.",
            "Whoever runs the program may not use the camera {device}.",
        ),
        (
            "sudo usermod -aG {group} $USER, y entrá de nuevo a la sesión.",
            "sudo usermod -aG {group} $USER, then log in again.",
        ),
    ),
    "B901": KnownProblem(
        True,
        ("No se pudo mirar «{check}»: {reason}.", "“{check}” could not be looked at: {reason}."),
        (
            "Mandanos el archivo de burako doctor --bundle informe.zip.",
            "Send us the file that burako doctor --bundle report.zip writes.",
        ),
    ),
}
