"""Pictures from outside, opened in programs that may die of them."""

from companion.decoding.decoders import Decoders

__all__ = ["Decoders"]
