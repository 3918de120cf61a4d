"""Webcams that are alike are told apart by their port; trees of files stand for those of the system."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from vision.cameras.sources import Source, SourceKind, parse_source
from vision.cameras.webcams import webcam_number, webcam_sources, webcams

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs links of files")
C920, BUILT_IN = "HD Pro Webcam C920", "Integrated Camera"
Device = tuple[int, str, str, str]
"""A number, a name, where the system has it, and the serial number."""
ONE = ((0, C920, "usb1/1-2/1-2:1.0", "AB12CD34"), (1, C920, "usb1/1-2/1-2:1.0", "AB12CD34"))
TWINS = (*ONE, (2, C920, "usb1/1-4/1-4.3/1-4.3:1.0", "EF56AB78"), (3, C920, "usb1/1-4/1-4.3/1-4.3:1.0", "EF56AB78"))
LAPTOP = ((0, BUILT_IN, "usb1/1-6/1-6:1.0", ""), (4, C920, "usb2/2-1/2-1:1.0", "AB12CD34"))
TWO_PARTS = ((0, C920, "usb1/1-2/1-2:1.0", ""), (1, C920, "usb1/1-2/1-2:1.3", ""))
VIRTUAL = ((0, "Dummy", "", ""), (1, "Dummy", "", ""))
NO_LINKS = tuple((number, name, device, "-") for number, name, device, _ in TWINS)
PATHS = ("/dev/v4l/by-path/pci-1-2-index0", "/dev/v4l/by-path/pci-1-4.3-index0")


def tree(folder: Path, devices: Sequence[Device]) -> tuple[Path, Path]:
    """The folder of the system's cameras and that of their lasting paths."""
    system, links = folder / "class", folder / "v4l"
    for number, name, device, serial in devices:
        place = system / f"video{number}"
        place.mkdir(parents=True)
        (place / "name").write_text(f"{name}\n")
        if not device:
            continue
        (folder / "devices" / device).mkdir(parents=True, exist_ok=True)
        (place / "device").symlink_to(folder / "devices" / device)
        if serial == "-":
            continue
        port = device.split("/")[-2]
        part = sum(device[2].split("/")[-2:-1] == [port] and device[0] < number for device in devices)
        for by, called in (("by-path", f"pci-{port}"), ("by-id", f"usb-{name.replace(' ', '_')}_{serial}")):
            (links / by).mkdir(parents=True, exist_ok=True)
            (links / by / f"{called}-index{part}").symlink_to(f"../../video{number}")
    return system, links


OFFERED = {
    # the devices, and by what each camera is asked for under which name
    "one that shows itself twice": (ONE, {"0": C920}),
    "two alike": (TWINS, {PATHS[0]: f"{C920} (USB 1-2)", PATHS[1]: f"{C920} (USB 1-4.3)"}),
    "two alike without lasting paths": (NO_LINKS, {"0": f"{C920} (USB 1-2)", "2": f"{C920} (USB 1-4.3)"}),
    "two that are not alike": (LAPTOP, {"0": BUILT_IN, "4": C920}),
    "one of two parts": (TWO_PARTS, {"0": C920}),
    "the system does not say": (VIRTUAL, {"0": "Dummy"}),
    "none": ((), {}),
}


@pytest.mark.parametrize("name", OFFERED)
def test_cameras_that_are_alike_are_offered_by_their_port(name: str, tmp_path: Path) -> None:
    devices, wanted = OFFERED[name]
    assert webcam_sources(webcams(*tree(tmp_path, devices))) == wanted


MEANT = {
    # what somebody writes, and the device that is meant
    "a number": ("2", 2),
    "a name": ("c920", 0),
    "a port": (PATHS[1], 2),
    "a serial number": ("/dev/v4l/by-id/usb-HD_Pro_Webcam_C920_EF56AB78-index0", 2),
    "part of a serial number": ("ef56ab78", 2),
    "too little of one": ("78", 78),
    "another port": ("/dev/v4l/by-path/pci-9-9-index0", None),
    "nothing": ("whatever", None),
}


@pytest.mark.parametrize("name", MEANT)
def test_a_port_and_a_serial_number_mean_a_camera(name: str, tmp_path: Path) -> None:
    text, number = MEANT[name]
    system, links = tree(tmp_path, TWINS)
    assert webcam_number(text, {webcam.number: webcam.name for webcam in webcams(system, links)}, links) == number


def test_a_port_stays_the_same_whatever_number_the_camera_gets(tmp_path: Path) -> None:
    other = tuple((9 - number, name, device, serial) for number, name, device, serial in TWINS)
    assert webcam_number(PATHS[1], {}, tree(tmp_path, other)[1]) == 6


def test_a_lasting_path_is_a_webcam_also_while_it_is_unplugged() -> None:
    source = parse_source(PATHS[0])
    assert source == Source(SourceKind.WEBCAM, PATHS[0])
    assert (source.shown, parse_source(str(source))) == ("pci-1-2-index0", source)
