"""Sentences about recordings that cannot be played whole, and about network cameras."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import catalogue

SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "vision.cameras",
    {
        "film_unopened": (
            "«{source}» no se puede abrir como película: no trae imágenes, quedó cortada al grabarla o no es un video."
        ),
        "film_pictureless": (
            "Ninguna imagen de «{source}» se puede abrir acá: instalá el programa ffmpeg y probá de nuevo, o "
            "convertila a H.264."
        ),
        "film_unchanging": (
            "«{source}» da siempre la misma imagen, como pasa acá con las películas entrelazadas de filmadora: "
            "instalá el programa ffmpeg y probá de nuevo, o convertila a progresiva (ffmpeg -i … -vf yadif …)."
        ),
        "film_cut_short": (
            "«{source}» dice que dura {told} y sus imágenes terminan a los {shown}: lo que siguió no se vio."
        ),
        "film_standing": "«{source}» muestra una misma imagen de {since} a {until}: si en ese rato se jugó, no se vio.",
        "film_spoiled": "Imágenes dañadas de «{source}», que se dejaron de lado: {count}.",
        "camera_absent": (
            "No hay ninguna cámara «{source}» en esta máquina: enchufala y esperá un momento, o elegí otra."
        ),
        "camera_forbidden": (
            "No hay permiso para usar la cámara «{source}»: agregá tu usuario al grupo «video» y volvé a entrar."
        ),
        "camera_resting": (
            "El programa que toma las imágenes de «{source}» se cerró o se colgó cinco veces en un minuto; se vuelve a "
            "probar antes de otro minuto. Desenchufá la cámara y enchufala de nuevo, o elegí otra."
        ),
        "address_locked": (
            "«{source}» pide usuario y contraseña, o los que tiene no son esos: van en la dirección, como "
            "http://usuario:clave@192.168.0.7/video."
        ),
        "address_forbidden": (
            "«{source}» contesta que no deja entrar: fijate qué permite la cámara en su configuración."
        ),
        "address_empty": (
            "«{source}» contesta, pero ahí no hay ningún video: revisá lo que sigue después del número o nombre de "
            "la cámara."
        ),
        "address_page": (
            "«{source}» es una página y no un video: abrila en el navegador y buscá la dirección del video, que "
            "suele terminar en /video o .mjpg."
        ),
        "address_failing": (
            "«{source}» contesta, pero no con un video que se pueda abrir: quizá ya la mira otro programa, o la "
            "dirección no es la del video."
        ),
        "address_untrusted": (
            "«{source}» muestra un certificado que nadie confirma: si la cámara es tuya y la huella es la que "
            "muestra ella, confiá en él."
        ),
        "address_other": (
            "«{source}» muestra otro certificado que el que se aceptó, y no se le pide nada: si nadie cambió la "
            "cámara ni su certificado, quizá no sea ella."
        ),
        "source_pin": (
            "La huella de «{source}» no se entiende: es una dirección https o rtsps, #sha256= y 64 cifras de 0 a f."
        ),
        "address_insecure": "«{source}» no habla https: probá con http.",
        "address_nameless": (
            "Nadie en la red se llama como dice «{source}»: fijate que el nombre esté bien, o poné el número, "
            "como 192.168.0.7."
        ),
        "folder_unopened": "La carpeta «{source}» ya no se puede leer: fijate que exista y que haya permiso.",
    },
)
