"""Decode untrusted pictures in separate processes that may crash."""

from companion.decoding.decoders import Decoders

__all__ = ["Decoders"]
