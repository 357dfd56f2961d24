"""What the sense remarks and what stays true until it says otherwise: shown as notices, in one line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.events import Noted

__all__ = ["Remarks"]

_ENDED_BY = {  # the gravest first: that is how they are shown
    "plate-blind": ("cells-well", "cell-stuck"),
    "cell-stuck": ("cells-well", "plate-blind"),
    "needs-dot": ("dot-settled",),
    "ring-moved": (),
    "accelerometer-silent": ("accelerometer-well", "accelerometer-stuck", "accelerometer-wild"),
    "accelerometer-stuck": ("accelerometer-well", "accelerometer-silent", "accelerometer-wild"),
    "accelerometer-wild": ("accelerometer-well", "accelerometer-silent", "accelerometer-stuck"),
    "accelerometer-uncalibrated": (),
}
_BUTTONS = {"needs-dot": ("leave-it",), "ring-moved": ("seen",), "accelerometer-uncalibrated": ("seen",)}
"""What nothing on the ship may ever end, the table can put away."""
_ID = "sense-"


class Remarks:
    """The standing remarks of one run of the sensor."""

    def __init__(self) -> None:
        self._standing: dict[str, dict[str, Any]] = {}
        self._session = ""

    def heard(self, noted: Noted, session: str) -> bool:
        """The sense remarks something; whether that changes what there is to show."""
        before = self.notices(session)
        if session != self._session:
            self._session, self._standing = session, {}
        for code, ends in _ENDED_BY.items():
            if noted.code in ends:
                self._standing.pop(code, None)
        if noted.code in _ENDED_BY:
            self._standing[noted.code] = _shown(noted.params)
        return self.notices(session) != before

    def owns(self, id_: str) -> bool:
        """Whether a notice of that id is one of these, standing or over."""
        return id_.removeprefix(_ID) in _ENDED_BY and id_.startswith(_ID)

    def put_away(self, id_: str, action: str) -> bool:
        """Press a remark's button, if it has that one; a remark that is over already is put away as well."""
        code = id_.removeprefix(_ID)
        has_it = action in _BUTTONS.get(code, ())
        if has_it:
            self._standing.pop(code, None)
        return has_it

    def begin(self) -> None:
        """Another game: whoever set it up has seen that the ring had moved."""
        self._standing.pop("ring-moved", None)

    def notices(self, session: str) -> list[dict[str, Any]]:
        """In the page's form."""
        if session != self._session:
            return []
        return [
            {"id": f"{_ID}{code}", "code": code, "params": self._standing[code], "actions": list(_BUTTONS.get(code, ()))}
            for code in _ENDED_BY
            if code in self._standing
        ]


def _shown(params: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers of cells as people write them, and how many they are."""
    cells = params.get("cells")
    if not isinstance(cells, list | tuple):
        return dict(params)
    return {**params, "cells": ", ".join(map(str, cells)), "count": len(cells)}
