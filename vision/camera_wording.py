"""What vision says of films that cannot be watched, or not whole, and of cameras at an address."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, Mapping[str, str]] = {
    "film_unopened": {
        "es": "«{source}» no se puede abrir como película: no trae imágenes, quedó cortada al grabarla o no es un "
        "video.",
        "en": "“{source}” cannot be opened as a film: it holds no pictures, was cut off as it was recorded, or is not "
        "a video.",
    },
    "film_pictureless": {
        "es": "Ninguna imagen de «{source}» se puede abrir acá: instalá el programa ffmpeg y probá de nuevo, o "
        "convertila a H.264.",
        "en": "No picture of “{source}” can be opened here: install the program ffmpeg and try again, or convert it "
        "to H.264.",
    },
    "film_unchanging": {
        "es": "«{source}» da siempre la misma imagen, como pasa acá con las películas entrelazadas de filmadora: "
        "instalá el programa ffmpeg y probá de nuevo, o convertila a progresiva (ffmpeg -i … -vf yadif …).",
        "en": "“{source}” gives one and the same picture, as interlaced films of camcorders do here: install the "
        "program ffmpeg and try again, or make it progressive (ffmpeg -i … -vf yadif …).",
    },
    "film_cut_short": {
        "es": "«{source}» dice que dura {told} y sus imágenes terminan a los {shown}: lo que siguió no se vio.",
        "en": "“{source}” says that it lasts {told} and its pictures end at {shown}: what followed was not seen.",
    },
    "film_standing": {
        "es": "«{source}» muestra una misma imagen de {since} a {until}: si en ese rato se jugó, no se vio.",
        "en": "“{source}” shows one and the same picture from {since} to {until}: if somebody played meanwhile, it was "
        "not seen.",
    },
    "film_spoiled": {
        "es": "Imágenes dañadas de «{source}», que se dejaron de lado: {count}.",
        "en": "Damaged pictures of “{source}”, which were left out: {count}.",
    },
    "camera_absent": {
        "es": "No hay ninguna cámara «{source}» en esta máquina: enchufala y esperá un momento, o elegí otra.",
        "en": "There is no camera “{source}” on this machine: plug it in and wait a moment, or choose another.",
    },
    "camera_forbidden": {
        "es": "No hay permiso para usar la cámara «{source}»: agregá tu usuario al grupo «video» y volvé a entrar.",
        "en": "No permission to use the camera “{source}”: add your user to the group “video” and log in again.",
    },
    "address_locked": {
        "es": "«{source}» pide usuario y contraseña, o los que tiene no son esos: van en la dirección, como "
        "http://usuario:clave@192.168.0.7/video.",
        "en": "“{source}” asks for a user and a password, or those given are not right: they go into the address, as "
        "in http://user:password@192.168.0.7/video.",
    },
    "address_forbidden": {
        "es": "«{source}» contesta que no deja entrar: fijate qué permite la cámara en su configuración.",
        "en": "“{source}” answers that you may not enter: see what the camera's own settings allow.",
    },
    "address_empty": {
        "es": "«{source}» contesta, pero ahí no hay ningún video: revisá lo que sigue después del número o nombre de "
        "la cámara.",
        "en": "“{source}” answers, but there is no video there: check what follows the camera's number or name.",
    },
    "address_page": {
        "es": "«{source}» es una página y no un video: abrila en el navegador y buscá la dirección del video, que "
        "suele terminar en /video o .mjpg.",
        "en": "“{source}” is a page and not a video: open it in a browser and look for the address of the video, which "
        "often ends in /video or .mjpg.",
    },
    "address_failing": {
        "es": "«{source}» contesta, pero no con un video que se pueda abrir: quizá ya la mira otro programa, o la "
        "dirección no es la del video.",
        "en": "“{source}” answers, but not with a video that can be opened: perhaps another program is watching "
        "it, or the address is not that of the video.",
    },
    "address_untrusted": {
        "es": "«{source}» muestra un certificado que nadie confirma: si la cámara es tuya y la huella es la que "
        "muestra ella, confiá en él.",
        "en": "“{source}” shows a certificate that nobody vouches for: if the camera is yours and the fingerprint is "
        "the one that it shows itself, trust it.",
    },
    "address_other": {
        "es": "«{source}» muestra otro certificado que el que se aceptó, y no se le pide nada: si nadie cambió la "
        "cámara ni su certificado, quizá no sea ella.",
        "en": "“{source}” shows another certificate than the one that was trusted, and nothing is asked of it: unless "
        "somebody changed the camera or its certificate, it may not be that camera.",
    },
    "source_pin": {
        "es": "La huella de «{source}» no se entiende: es una dirección https o rtsps, #sha256= y 64 cifras de 0 a f.",
        "en": "The fingerprint of “{source}” is not understood: it is an address of https or rtsps, #sha256= and 64 "
        "digits from 0 to f.",
    },
    "address_insecure": {
        "es": "«{source}» no habla https: probá con http.",
        "en": "“{source}” does not speak https: try http.",
    },
    "address_nameless": {
        "es": "Nadie en la red se llama como dice «{source}»: fijate que el nombre esté bien, o poné el número, "
        "como 192.168.0.7.",
        "en": "No device on the network has the name in “{source}”: check it, or give its number, such as 192.168.0.7.",
    },
    "folder_unopened": {
        "es": "La carpeta «{source}» ya no se puede leer: fijate que exista y que haya permiso.",
        "en": "The folder “{source}” can no longer be read: see that it exists and may be read.",
    },
}
