"""Deskhand: a local-first desktop agent that learns routines and does them, verified and undoable."""

__version__ = "0.1.0"
