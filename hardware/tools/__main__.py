"""./run hardware: render and check everything into hardware/build, or the guide's pictures into hardware/pictures."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.games.contract import SetUpError
from hardware.tools import collisions, drawings, electrics, guide, meshes, openscad, parameters, rules, wiring

BUILD = parameters.PARTS.parent / "build"


def main(words: list[str] | None = None) -> int:
    """Render what is asked for; exit 1 when a check fails, 2 when it cannot be asked so or cannot be rendered here."""
    parser = _arguments()
    args = parser.parse_args(words)
    if args.guide and (args.board or args.set):
        parser.error("--guide draws the hardware as it is described: it takes neither --board nor --set")
    try:
        changed = parameters.sizes_of_board(args.board) if args.board else {}
    except SetUpError as error:
        parser.error(str(error))
    lacking = [why for why in (openscad.missing(), wiring.missing()) if why]
    if lacking:
        print("; ".join(lacking))
        return 2
    if args.guide:
        guide.render()
        print(f"{len(guide.names())} pictures in {guide.PICTURES}")
        return 0
    changed.update(dict(args.set))
    bad = list(_everything(args.out, changed, args.board))
    print("\n".join(f"PROBLEM {problem}" for problem in bad) or f"all checks passed; everything is in {args.out}")
    return int(bool(bad))


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./run hardware", description=__doc__)
    parser.add_argument("--board", type=Path, metavar="FILE", help="your ship's board file: disc, sectors and dots from there")
    parser.add_argument(
        "--set", action="append", default=[], type=_size, metavar="NAME=MM", help="another size, named in parameters.scad"
    )
    parser.add_argument("--out", type=Path, default=BUILD, metavar="FOLDER", help="where to (default: hardware/build)")
    parser.add_argument("--guide", action="store_true", help="only make the pictures in the build guide again")
    return parser


def _size(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    if name not in parameters.read_sizes():
        raise argparse.ArgumentTypeError(f"no such size: {name}")
    try:
        size = float(value)
    except ValueError:
        size = math.nan
    if not math.isfinite(size):
        raise argparse.ArgumentTypeError(f"{name} needs a number after =, such as {name}=5, not {value!r}")
    return name, size


def _everything(folder: Path, changed: dict[str, float], board: Path | None) -> Iterator[str]:
    """Render all; yields what is wrong."""
    sizes = parameters.read_sizes(changed)
    yield from parameters.conflicts(sizes)
    for path in drawings.write(folder / "drawings", sizes, board):
        print(f"drawing  {path.name}")
    for name in wiring.DRAWINGS:
        yield from _wiring(name, folder / "wiring")
    yield from _parts(folder / "parts", changed, sizes["bed_mm"])
    yield from collisions.found(folder / "parts", sizes)
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    for name in openscad.VIEWS:
        openscad.view(name, folder / "pictures" / f"{name}.png", changed)
        print(f"picture  {name}.png")


def _wiring(name: str, folder: Path) -> Iterator[str]:
    drawing = wiring.harness(name)
    found = rules.circuit(drawing, rules.directions(name))
    wrong = (*rules.strays(drawing, rules.pin_table()), *rules.faults(found), *electrics.overloads(found))
    yield from (f"{name}: {fault}" for fault in wrong)
    wiring.render(name, folder)
    print(f"wiring   {name}: svg, png, html, list of cables; takes {electrics.usb_ma(found):.0f} mA")


def _parts(folder: Path, changed: dict[str, float], bed_mm: float) -> Iterator[str]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, count in openscad.PRINTED.items():
        path = folder / f"{name}.stl"
        openscad.part(name, path, changed)
        yield from (f"{name}: {problem}" for problem in meshes.problems(path, bed_mm))
        print(f"part     {name}.stl, to be printed {count} times")


if __name__ == "__main__":
    sys.exit(main())
