"""What the sense remarks and what stays true until it says otherwise: shown as notices, in one line each."""

from __future__ import annotations

from typing import Any

from companion.events import Noted

__all__ = ["Remarks"]

_ENDED_BY = {
    "cell-stuck": ("cells-well", "plate-blind"),
    "plate-blind": ("cells-well", "cell-stuck"),
    "needs-dot": ("dot-settled",),
    "ring-moved": (),
    "accelerometer-silent": ("accelerometer-well", "accelerometer-stuck", "accelerometer-wild"),
    "accelerometer-stuck": ("accelerometer-well", "accelerometer-silent", "accelerometer-wild"),
    "accelerometer-wild": ("accelerometer-well", "accelerometer-silent", "accelerometer-stuck"),
    "accelerometer-uncalibrated": (),
}


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
            self._standing[noted.code] = {name: _shown(value) for name, value in noted.params.items()}
        return self.notices(session) != before

    def begin(self) -> None:
        """Another game: whoever set it up has seen that the ring had moved."""
        self._standing.pop("ring-moved", None)

    def notices(self, session: str) -> list[dict[str, Any]]:
        """In the page's form."""
        if session != self._session:
            return []
        return [
            {"id": f"sense-{code}", "code": code, "params": params, "actions": []} for code, params in self._standing.items()
        ]


def _shown(value: Any) -> Any:
    """Numbers of cells as people write them."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
