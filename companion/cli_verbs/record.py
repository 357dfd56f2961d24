"""`companion record`: what the plate tells, into a capture; lines typed meanwhile become marks."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import selectors
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, Any, Self

from companion.cli_verbs.beside import Beside
from companion.cli_verbs.console import say
from companion.cli_verbs.devices import AbsentError, explained, opened_ship
from companion.devices.ports import InputPort, PortLostError, ShipPort
from companion.devices.serial_die import open_serial_die
from companion.devices.serial_line import NodeFinder, ports_like
from companion.devices.supervisor import SupervisedInput
from companion.events import Sample
from companion.service.calibrations import CalibrationShelf
from companion.service.hardware import ship_on_the_plate
from companion.service.places import Places
from companion.service.settings import Settings, data_folder, load_settings
from companion.ship.capture import CaptureError, Header, Mark, parse_line, write_capture

__all__ = ["Typed", "record", "run"]

_READ_S = 0.2
_FIRST_S = 3.0
_FLUSH_S = 1.0


def run(args: argparse.Namespace) -> int:
    """Record until the seconds are over, or Ctrl-C, or the end of the typed marks' input at a pipe."""
    settings = load_settings(data_folder(args.data))
    if args.file.exists():
        raise ValueError(f"{args.file}: is there already. Choose another name; recordings are never overwritten.")
    if args.seconds is not None and not 0 < args.seconds < float("inf"):
        raise ValueError("--seconds must be above 0")
    finder = NodeFinder((lambda: ()) if args.virtual else ports_like(settings.serial_ports))
    with opened_ship(settings, finder, virtual=args.virtual) as port, Typed(sys.stdin) as typed, _die(settings, finder) as die:
        first = _first_samples(port)
        header = _header(port, settings, first)
        say(f"Recording {port.name} into {args.file}. Type marks such as: ship, or roll value=3. Ctrl-C ends it.")
        say("A die that is connected marks its own rolls.")
        rows = record(port, first, lambda: (*die.marks(), *_marks(typed, header)), args.seconds)
        count = _write(args.file, write_capture(header, rows))
    say(f"{args.file}: {count} lines. companion replay reads it.")
    return 0


def _die(settings: Settings, finder: NodeFinder) -> Beside:
    """The die of the settings, or any, found when it comes."""
    find: Callable[[], InputPort] = partial(open_serial_die, finder, identity=settings.die)
    return Beside(SupervisedInput(find, "die", "die"))


def record(
    port: ShipPort, first: Sequence[Sample], typed: Callable[[], Iterable[Mark]], seconds: float | None
) -> Iterator[Sample | Mark]:
    """The samples from `first` on and the marks between them, until so much sensor time is over or somebody interrupts."""
    start_s, now_s, newest = first[0].t_s, first[0].t_s, first
    try:
        while seconds is None or now_s - start_s < seconds:
            yield from newest
            now_s = newest[-1].t_s if newest else now_s
            yield from (replace(mark, t_s=now_s) for mark in typed())
            newest = port.read(_READ_S)
    except PortLostError as lost:
        sys.stderr.write(f"{explained(lost)} What came before is in the file.\n")
    except KeyboardInterrupt:
        say()


def _first_samples(port: ShipPort) -> Sequence[Sample]:
    """The first ones tell whether there is a tilt sensor on the plate."""
    end_s, samples = time.monotonic() + _FIRST_S, list[Sample]()
    try:
        while time.monotonic() < end_s and not (samples and samples[-1].t_s - samples[0].t_s > 0.5):
            samples += port.read(_READ_S)
    except PortLostError as lost:
        raise AbsentError(explained(lost)) from None
    if not samples:
        raise AbsentError("The device is connected but sends nothing. See companion doctor.")
    return samples


def _header(port: ShipPort, settings: Settings, first: Sequence[Sample]) -> Header:
    kept = CalibrationShelf(Places(settings.data).calibrations).load(port.name).calibration
    fits = kept is not None and kept.cells_mm == port.cells_mm
    tilt = any(sample.acc_g is not None for sample in first)
    row = kept.to_json() if kept is not None and fits else None
    return Header(port.sps, port.cells_mm, ship_on_the_plate(settings), tilt, port.name, row)


def _marks(typed: Typed, header: Header) -> Iterator[Mark]:
    """The typed lines as marks; one that is none is said and left out."""
    for line in typed():
        try:
            mark = parse_line(json.dumps({"t": 0.0, **_mark(line)}), 1, header)
        except CaptureError as error:
            sys.stderr.write(f"not written: {error.reason}\n")
        except ValueError as error:
            sys.stderr.write(f"not written: {error}\n")
        else:
            assert isinstance(mark, Mark)
            yield mark


def _mark(line: str) -> dict[str, Any]:
    """`mass grams=200 at=[0,0]` as the fields of a mark."""
    kind, *fields = line.split()
    mark: dict[str, Any] = {"mark": kind}
    for field in fields:
        name, is_given, value = field.partition("=")
        if not is_given or name in ("t", "mark"):
            raise ValueError(f"{field}: a mark is a name and fields such as value=3 or at=[0,45], without blanks in them")
        try:
            mark[name] = json.loads(value)
        except ValueError:
            mark[name] = value
    return mark


class Typed:
    """The lines typed so far, without waiting for more."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream: IO[str] | None = stream
        self._selector = selectors.DefaultSelector()
        self._rest = b""
        try:
            self._selector.register(stream, selectors.EVENT_READ)
        except (OSError, ValueError):  # no terminal and no pipe: nothing will be typed
            self._stream = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._selector.close()

    def __call__(self) -> list[str]:
        """Complete lines since the last call, without blank ones."""
        while self._stream is not None and self._selector.select(0):
            data = os.read(self._stream.fileno(), 4096)
            if not data:
                self._selector.unregister(self._stream)
                self._stream = None
            self._rest += data
        *lines, self._rest = self._rest.split(b"\n")
        return [text for line in lines if (text := line.decode(errors="replace").strip())]


def _write(path: Path, lines: Iterable[str]) -> int:
    """Write a capture, plain or gzipped by its name, each line on disk within a second; how many lines."""
    count, flushed_s = 0, time.monotonic()
    with gzip.open(path, "xt", encoding="utf-8") if path.suffix == ".gz" else path.open("x", encoding="utf-8") as file:
        for line in lines:
            file.write(line)
            count += 1
            if time.monotonic() - flushed_s > _FLUSH_S:
                file.flush()
                flushed_s = time.monotonic()
    return count
