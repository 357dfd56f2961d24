"""An answer is remembered while nothing it rests on has changed, and not a moment longer."""

from __future__ import annotations

from companion.ship.lately import Lately


def test_the_same_question_is_worked_out_once() -> None:
    """Same things, equal circumstances: the answer is at hand; an empty answer is one too."""
    asked: list[int] = []

    def answer() -> tuple[int, ...]:
        asked.append(1)
        return ()

    lately, bank = Lately[tuple[int, ...]](), [1]
    assert [lately.of((bank,), (2, "a"), answer) for _ in range(3)] == [(), (), ()]
    assert len(asked) == 1


def test_another_thing_or_another_circumstance_is_another_question() -> None:
    """An equal thing is not the same one; circumstances need only be equal; what was asked before the last is forgotten."""
    asked: list[str] = []
    lately, bank = Lately[int](), [1]

    def ask(name: str, thing: list[int], circumstance: int) -> None:
        def answer() -> int:
            asked.append(name)
            return len(asked)

        lately.of((thing,), circumstance, answer)

    ask("first", bank, 1)
    ask("other thing", [1], 1)
    ask("first again", bank, 1)
    ask("other circumstance", bank, 2)
    ask("the same", bank, 2)
    assert asked == ["first", "other thing", "first again", "other circumstance"]
