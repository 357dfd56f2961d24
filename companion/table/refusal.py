"""How the table says no: a stable code with parameters, and one line that says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Refused", "Reply"]


class Refused(Exception):  # noqa: N818 the name the service knows it by; a refusal is an answer, not a fault
    """The command changed nothing. `status` is the HTTP status that says the same."""

    def __init__(self, code: str, params: Mapping[str, Any] | None = None, status: int = 422, detail: str = "") -> None:
        super().__init__(detail or code)
        self.code = code
        self.params = dict(params or {})
        self.status = status
        self.detail = detail or code


@dataclass(frozen=True, slots=True)
class Reply:
    """The command was taken: `seq` of the view that shows it, the entries it made, and for previews what would change."""

    seq: int
    entries: tuple[int, ...] = ()
    effects: tuple[Mapping[str, Any], ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """The form of service.schema.CommandReply."""
        return {"seq": self.seq, "entries": list(self.entries), "effects": [dict(e) for e in self.effects]}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Reply:
        """Read a stored reply back."""
        return Reply(data["seq"], tuple(data["entries"]), tuple(data["effects"]))
