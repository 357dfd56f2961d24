"""The stand-in's seats: every claim but "used" gives the scenes' seat, and every command of a phone is kept."""

from __future__ import annotations

from typing import Any

import seat_scenes
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response


def _problem(code: str, status: int) -> Response:
    problem = {"type": "about:blank", "title": code, "status": status, "detail": code, "code": code, "params": {}}
    return JSONResponse(problem, status_code=status, media_type="application/problem+json")


def routes(app: FastAPI, fake: Any) -> None:
    """Claims, seats and their commands."""

    @app.post("/api/claims")
    async def claim(request: Request) -> Response:
        asked = await request.json()
        fake.posts.append(("claims", asked))
        return _problem("claim-used", 410) if asked["claim"] == "used" else JSONResponse(seat_scenes.TAKEN)

    @app.get("/api/seat")
    def seat() -> Response:
        return _problem("wrong-seat-key", 403) if fake.seat is None else JSONResponse(seat_scenes.TAKEN)

    @app.post("/api/seat/commands")
    async def command(request: Request) -> dict[str, Any]:
        fake.posts.append(("seat", await request.json()))
        return {"seq": fake.seq, "entries": [], "effects": []}

    @app.post("/api/seats/{number}/{how}")
    def code(number: int, how: str) -> dict[str, Any]:
        fake.posts.append((how, number))
        picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="#fff"/></svg>'
        return {"seat": number, "url": "http://127.0.0.1/#c=x", "svg": picture}
