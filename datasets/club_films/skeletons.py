"""An arm with a hand of five jointed fingers, bent as a gesture wants it, that reaches from a player to a spot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.club_films.lens import F64, Rng

SKIN, SLEEVE, CUFF, STRAP, DIAL, GOLD, NAIL, HAIR = range(8)
"""What a limb is made of."""
Gesture = tuple[float, ...]
"""How far the palm is pitched in degrees, how far the fingers are spread, how strongly the index, middle, ring and
little finger are bent, how far the thumb comes in, and how far it goes down."""
GESTURES: dict[str, Gesture] = {
    "flat": (4, 9, 0.18, 0.16, 0.2, 0.26, 0.15, 0.2),
    "relaxed": (10, 5, 0.5, 0.55, 0.62, 0.7, 0.45, 0.4),
    "pinch": (26, 2, 0.66, 0.66, 0.8, 0.92, 0.85, 0.75),
    "hover": (20, 5, 0.5, 0.52, 0.62, 0.7, 0.6, 0.5),
    "push": (30, 6, 0.36, 0.34, 0.36, 0.42, 0.3, 0.5),
    "point": (18, 3, 0.1, 1.25, 1.35, 1.4, 0.8, 0.7),
    "grasp": (22, 10, 0.62, 0.6, 0.62, 0.66, 0.7, 0.8),
    "fist": (12, 0, 1.3, 1.35, 1.4, 1.4, 0.95, 0.6),
}
_KNUCKLES = ((90.0, 25.0), (93.0, 6.0), (87.0, -13.0), (77.0, -30.0))
"""Forwards of the wrist, and to the thumb's side."""
_FINGERS = ((43.0, 25.0, 20.0), (47.0, 30.0, 21.0), (43.0, 27.0, 20.0), (33.0, 20.0, 18.0))
_THICK = ((10.0, 8.6, 7.4, 6.4), (10.2, 8.8, 7.6, 6.6), (9.6, 8.2, 7.2, 6.2), (8.6, 7.2, 6.4, 5.6))
_BENDS = np.radians([50.0, 62.0, 38.0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """What a player's arms look like."""

    seat: int
    home_mm: F64
    """Between the shoulders, (3,)."""
    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int]
    stripe: float
    """How different every other stripe of the sleeve is."""
    sleeve_from: float
    """How far from the wrist the sleeve begins, of the forearm; more than 1 for bare arms."""
    size: float
    has_watch: bool
    has_ring: bool
    hair: tuple[int, int, int]
    pace: float
    """How slowly this person moves, 1 as most do."""


_SKINS = ((132, 166, 206), (118, 150, 196), (150, 182, 220), (84, 112, 156), (60, 84, 122), (140, 168, 214))
_SLEEVES = ((60, 50, 40), (140, 60, 40), (40, 40, 140), (200, 205, 210), (70, 110, 70), (30, 30, 34), (170, 150, 120),
            (110, 80, 160), (90, 150, 190))  # fmt: skip


def random_person(seat: int, home_mm: F64, rng: Rng) -> Person:
    """A player as chance has it."""
    return Person(
        seat=seat, home_mm=home_mm, skin=_SKINS[int(rng.integers(len(_SKINS)))],
        sleeve=_SLEEVES[int(rng.integers(len(_SLEEVES)))],
        stripe=float(rng.choice([0.0, 0.0, 0.12, 0.3])), sleeve_from=float(rng.choice([0.02, 0.1, 0.4, 1.5])),
        size=float(rng.uniform(0.86, 1.08)), has_watch=bool(rng.random() < 0.35), has_ring=bool(rng.random() < 0.4),
        hair=((30, 36, 44), (50, 70, 96), (150, 154, 156), (24, 24, 26))[int(rng.integers(4))],
        pace=float(rng.uniform(0.75, 1.6)),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Limb:
    """A cone with round ends."""

    ends: F64
    radii: tuple[float, float]
    material: int
    flesh: float = 0.0
    """How much redder its skin is."""


@dataclass(frozen=True, slots=True)
class ArmPose:
    """Where the fingertips are, how the hand is bent, and which hand it is."""

    tip_mm: F64
    gesture: F64
    is_right: bool
    twist: float = 0.0
    """How far the hand is turned from the forearm, in radians."""


def limbs_of(person: Person, pose: ArmPose) -> list[Limb]:
    """The arm and the hand, from the shoulder on."""
    side = 1.0 if pose.is_right else -1.0
    shoulder = _shoulder(person, side)
    way = pose.tip_mm[:2] - shoulder[:2]
    heading = np.arctan2(way[1], way[0]) + pose.twist
    hand, grip = _hand(person, pose.gesture, heading, side)
    wrist = pose.tip_mm - grip
    wrist[2] = max(wrist[2], 22.0)
    hand = [Limb(limb.ends + wrist, limb.radii, limb.material, limb.flesh) for limb in hand]
    return [*_arm(person, wrist, shoulder), *hand]


def _shoulder(person: Person, side: float) -> F64:
    inwards = -person.home_mm[:2] / np.linalg.norm(person.home_mm[:2])
    across = np.array([inwards[1], -inwards[0]])
    return np.append(person.home_mm[:2] + across * 190 * side, person.home_mm[2])


def _arm(person: Person, wrist: F64, shoulder: F64) -> list[Limb]:
    size = person.size
    way = shoulder - wrist
    long = float(np.linalg.norm(way[:2])) + 1e-6
    elbow = wrist + np.append(way[:2] / long, 0.16) * min(255 * size, 0.75 * long)
    limbs = [Limb(np.array([wrist, elbow]), (26 * size, 44 * size), SKIN)]
    if person.sleeve_from < 1:
        begin = wrist + (elbow - wrist) * person.sleeve_from
        limbs += [Limb(np.array([begin, elbow]), (38 * size, 56 * size), SLEEVE),
                  Limb(np.array([begin, begin + (elbow - wrist) * 0.03]), (40 * size, 41 * size), CUFF)]  # fmt: skip
    elif person.has_watch:
        strap = wrist + (elbow - wrist) * 0.1
        limbs += [Limb(np.array([strap, strap + (elbow - wrist) * 0.05]), (31 * size, 31.5 * size), STRAP),
                  Limb(np.array([[0, 0, 22.0], [0, 0, 23.0]]) * size + strap, (15 * size,) * 2, DIAL)]  # fmt: skip
    limbs.append(Limb(np.array([elbow, shoulder]), (52 * size, 66 * size), SLEEVE if person.sleeve_from < 2 else SKIN))
    return limbs


def _hand(person: Person, gesture: F64, heading: float, side: float) -> tuple[list[Limb], F64]:
    """The hand with its wrist at nought, and where it grips: between the tips of thumb, index and middle finger."""
    pitch, spread, *bends = (float(value) for value in gesture)
    thumb_in, thumb_down = bends[4:6]
    forward = np.array([np.cos(heading), np.sin(heading), 0.0])
    thumbwards = np.array([-forward[1], forward[0], 0.0]) * side
    tilt = np.radians(pitch)
    ahead = forward * np.cos(tilt) - np.array([0, 0, np.sin(tilt)])
    upward = np.array([0, 0, np.cos(tilt)]) + forward * np.sin(tilt)
    size, limbs, tips = person.size, list[Limb](), list[F64]()
    for at, ((far, across), lengths, thick) in enumerate(zip(_KNUCKLES, _FINGERS, _THICK, strict=True)):
        knuckle = (ahead * far + thumbwards * across) * size
        root = (ahead * 6 + thumbwards * across * 0.55) * size
        limbs.append(Limb(np.array([root, knuckle]), (17 * size, (thick[0] + 1.5) * size), SKIN, 0.0))
        fan = np.radians(spread) * (across / 25)
        way = ahead * np.cos(fan) + thumbwards * np.sin(fan)
        joint, angle = knuckle, 0.0
        for part, (length, bend) in enumerate(zip(lengths, _BENDS, strict=True)):
            angle += bend * bends[at]
            end = joint + (way * np.cos(angle) - upward * np.sin(angle)) * length * size
            limbs.append(Limb(np.array([joint, end]), (thick[part] * size, thick[part + 1] * size),
                              NAIL if part == 2 else SKIN, 0.05 * part))  # fmt: skip
            if person.has_ring and at == 2 and part == 0:
                limbs.append(Limb(np.array([joint + (end - joint) * 0.45, joint + (end - joint) * 0.55]),
                                  (9.6 * size, 9.6 * size), GOLD))  # fmt: skip
            joint = end
        tips.append(joint)
    base = (ahead * 24 + thumbwards * 30 - upward * 4) * size
    splay = np.radians(46 - 46 * thumb_in)
    way = ahead * np.cos(splay) + thumbwards * np.sin(splay) - upward * thumb_down * 0.55
    inner = ahead * np.cos(splay - 0.5 * thumb_in) + thumbwards * np.sin(splay - 0.5 * thumb_in) - upward * thumb_down
    middle, knot = base + way * 38 * size, base + way * 38 * size + inner * 30 * size
    tip = knot + inner * 24 * size
    limbs += [Limb(np.array([ahead * 8 * size + thumbwards * 10 * size, base]), (19 * size, 17 * size), SKIN),
              Limb(np.array([base, middle]), (15 * size, 11.5 * size), SKIN, 0.02),
              Limb(np.array([middle, knot]), (11 * size, 9.6 * size), SKIN, 0.05),
              Limb(np.array([knot, tip]), (9.6 * size, 8 * size), NAIL, 0.1)]  # fmt: skip
    return limbs, np.mean([tip, tips[0], tips[1]], 0) if thumb_in > 0.5 and bends[1] < 1 else tips[0]
