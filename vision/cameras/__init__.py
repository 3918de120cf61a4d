"""Cameras: the newest frame of any source, and its health."""

from vision.cameras.camera import Camera
from vision.cameras.camera_health import CameraHealth, CameraState, CameraTrouble
from vision.cameras.camera_opening import open_camera, open_recording
from vision.cameras.picture_rotation import UPRIGHT, PictureRotation, parse_rotation
from vision.cameras.playback import PlayedCamera
from vision.cameras.pushed_pictures import PushCamera
from vision.cameras.sources import Source, SourceKind, check_beside, parse_source
from vision.cameras.webcams import Webcam, webcam_names, webcams

__all__ = [
    "UPRIGHT",
    "Camera",
    "CameraHealth",
    "CameraState",
    "CameraTrouble",
    "PictureRotation",
    "PlayedCamera",
    "PushCamera",
    "Source",
    "SourceKind",
    "Webcam",
    "check_beside",
    "open_camera",
    "open_recording",
    "parse_rotation",
    "parse_source",
    "webcam_names",
    "webcams",
]
