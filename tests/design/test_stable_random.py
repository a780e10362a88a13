"""Random numbers that stay the same: pinned, beside a plain generator of their own, and fair."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

import pytest

from gridproof.design.stable_random import StableRandom

T = TypeVar("T")

#: The first draws of ``StableRandom("pinned")``. They are the same for ever: a board is its seed.
RANDOM = [0.9586729000470603, 0.3141211445039649, 0.3801299103321515, 0.7330390608965559]
#: The same by bits asked for, and by the limit below which.
BITS = {
    1: 1,
    8: 74,
    31: 1632645533,
    32: 3148378793,
    33: 1426974108,
    64: 5857939580033777929,
    100: 983598803470393859053512289115,
}
BELOW = {
    1: 0,
    2: 1,
    3: 2,
    10: 9,
    1000: 412,
    1000000: 656540,
    1000000000000: 12475777289,
    18446744073709551616: 15443374377489656667,
    1000000000000000000000000000000: 917011023667097448819352001626,
}


def twister(seed: int) -> Iterator[int]:
    """Words of the Mersenne Twister MT19937, begun with the 32-bit words of a number.

    Source: M. Matsumoto and T. Nishimura, "Mersenne Twister", ACM TOMACS 8 (1998), with their
    initialisation of 2002 by an array.
    """
    word = 0xFFFFFFFF
    key = [seed >> shift & word for shift in range(0, max(seed.bit_length(), 1), 32)]
    state = [19650218]
    for i in range(1, 624):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + i) & word)

    def stir(i: int, factor: int) -> int:
        return state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * factor

    i, j = 1, 0
    for step in range(max(624, len(key)) + 623):
        first = step < max(624, len(key))
        state[i] = stir(i, 1664525) + key[j] + j if first else stir(i, 1566083941) - i
        state[i] &= word
        i, j = i + 1, (j + 1) % len(key)
        if i == 624:
            state[0], i = state[623], 1
    state[0] = 1 << 31
    while True:
        for i in range(624):
            y = state[i] & 1 << 31 | state[(i + 1) % 624] & 0x7FFFFFFF
            state[i] = state[(i + 397) % 624] ^ y >> 1 ^ (0x9908B0DF if y & 1 else 0)
        for y in state:
            y ^= y >> 11
            y ^= y << 7 & 0x9D2C5680
            y ^= y << 15 & 0xEFC60000
            yield y ^ y >> 18


class Plain:
    """The draws written once more, straight from words of 32 bits."""

    def __init__(self, text: str) -> None:
        self._words = twister(int(hashlib.sha256(text.encode()).hexdigest(), 16))

    def random(self) -> float:
        high, low = next(self._words) >> 5, next(self._words) >> 6
        return (high * 2**26 + low) / 2**53

    def bits(self, count: int) -> int:
        """Low ones first; 27 of a word and 5 of the next one make 32."""
        found = 0
        for done in range(0, count, 32):
            found += (next(self._words) >> 5 << 5 | next(self._words) >> 27) << done
        return found % (1 << count)

    def below(self, limit: int) -> int:
        bits = 0
        while 1 << bits < limit:
            bits += 1
        while (drawn := self.bits(bits)) >= limit:
            pass
        return drawn

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Each is swapped to the front from where it is by then."""
        left, found = list(items), []
        for place in range(count):
            at = self.below(len(left) - place) + place
            found.append(left[at])
            left[at] = left[place]
        return found

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The last place is filled first."""
        left, found = list(items), []
        while left:
            at = self.below(len(left)) if len(left) > 1 else 0
            found.append(left[at])
            left[at] = left[-1]
            left.pop()
        return found[::-1]


def pinned() -> StableRandom:
    return StableRandom("pinned")


def test_the_first_draws_are_pinned() -> None:
    # They are the same for ever: if one differs, every seed of every level means another board.
    chance = pinned()
    assert [chance.random() for _ in RANDOM] == RANDOM
    chance = pinned()
    assert [chance.getrandbits(bits) for bits in BITS] == list(BITS.values())
    chance = pinned()
    assert [chance.randrange(limit) for limit in BELOW] == list(BELOW.values())
    chance = pinned()
    assert [chance.randrange(-5, 5) for _ in range(8)] == [-4, 4, 4, -3, -3, 3, 1, 4]
    chance = pinned()
    assert [chance.randrange(10, -10, -3) for _ in range(8)] == [7, 4, -5, 7, -2, -2, 7, 4]
    chance = pinned()
    assert [chance.randint(1, 6) for _ in range(12)] == [2, 3, 6, 2, 5, 5, 2, 3, 4, 5, 3, 5]
    chance = pinned()
    assert "".join(chance.choice("abcdefg") for _ in range(12)) == "bcfbeebcdece"
    chance = pinned()
    assert "".join(chance.choices("abc", (5, 0, 3), k=12)) == "aacaaaaaaaaa"
    chance = pinned()
    assert "".join(chance.choices("abc", cum_weights=(1, 2, 9), k=12)) == "bccccacccccc"
    chance = pinned()
    assert "".join(chance.choices("abc", k=12)) == "bcbbaabcacac"
    chance = pinned()
    assert chance.sample(range(100), 8) == [81, 75, 31, 44, 32, 33, 15, 9]
    chance = pinned()
    assert "".join(chance.sample("ab", 5, counts=(4, 3))) == "aaaab"
    letters = list("abcdefghij")
    pinned().shuffle(letters)
    assert "".join(letters) == "jhafgiedcb"


def test_draws_are_as_a_plain_generator_makes_them() -> None:
    for text in ("", "a", "robots:random#1.0@g1", "ü"):
        chance, plain = StableRandom(text), Plain(text)
        for number in range(400):
            match number % 6:
                case 0:
                    assert chance.random() == plain.random()
                case 1:
                    assert chance.getrandbits(number) == plain.bits(number)
                case 2:
                    limit = number**5 + 1
                    assert chance.randrange(-3, 3 * limit - 3, 3) == 3 * plain.below(limit) - 3
                    assert chance.randint(7, 6 + limit) == 7 + plain.below(limit)
                case 3:
                    pool = range(number)
                    assert chance.choice(pool) == plain.below(number)
                    assert chance.sample(pool, number // 2) == plain.sample(pool, number // 2)
                case 4:
                    items = list(range(number))
                    chance.shuffle(items)
                    assert items == plain.shuffled(range(number))
                case _:
                    weights = [(number * place + 1) % 7 for place in range(5)]
                    heap = [item for item in range(5) for _ in range(weights[item])]
                    assert chance.choices(range(5), weights) == [heap[plain.below(len(heap))]]


def test_draws_are_fair() -> None:
    # 6,000 throws of a die: each side 1,000 times, give or take five standard deviations.
    chance, counted = StableRandom("fair"), Counter[tuple[str, int]]()
    for _ in range(6000):
        numbers = list(range(6))
        chance.shuffle(numbers)
        for name, drawn in (
            ("randrange", chance.randrange(6)),
            ("randint", chance.randint(0, 5)),
            ("choice", chance.choice(range(6))),
            ("choices", chance.choices(range(6))[0]),
            ("weights", chance.choices(range(4), (1, 2, 0, 3))[0]),
            ("sample", chance.sample(range(6), 3)[-1]),
            ("shuffle, first", numbers[0]),
            ("shuffle, last", numbers[-1]),
            ("bits", chance.getrandbits(70) % 6),
        ):
            counted[name, drawn] += 1
    weights = {0: 1, 1: 2, 2: 0, 3: 3}
    for name in {name for name, _ in counted}:
        for side in range(6):
            expected = 1000 * (weights.get(side, 0) if name == "weights" else 1)
            assert abs(counted[name, side] - expected) <= 5 * expected**0.5, (name, side)


def test_every_order_and_every_choice_is_drawn() -> None:
    chance = StableRandom("all")
    orders, choices = Counter[tuple[int, ...]](), Counter[frozenset[int]]()
    for _ in range(2400):
        numbers = list(range(4))
        chance.shuffle(numbers)
        orders[tuple(numbers)] += 1
        choices[frozenset(chance.sample(range(5), 2))] += 1
    assert len(orders) == 24
    assert min(orders.values()) > 50
    assert len(choices) == 10
    assert min(choices.values()) > 170


def test_what_cannot_be_drawn_is_refused() -> None:
    chance = StableRandom("wrong")
    for draw in (
        lambda: chance.randrange(0),
        lambda: chance.randrange(5, 5),
        lambda: chance.randrange(0, 5, -1),
        lambda: chance.randrange(0, 5, 0),
        lambda: chance.randint(2, 1),
        lambda: chance.choice([]),
        lambda: chance.choices("ab", (0, 0)),
        lambda: chance.sample("abc", 4),
        lambda: chance.sample("abc", -1),
        lambda: chance.sample("abc", 1, counts=(1,)),
    ):
        with pytest.raises(ValueError, match=r"draw|arg"):
            draw()
    assert chance.sample("abc", 0) == []
    assert chance.choices("ab", (1, 0), k=0) == []
    assert chance.getrandbits(0) == 0


def test_another_text_is_another_chance() -> None:
    assert len({StableRandom(f"robots#{seed}").getrandbits(64) for seed in range(1000)}) == 1000


def test_it_looks_up_while_it_draws_and_that_changes_nothing() -> None:
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1

    paced = StableRandom("text", look)
    alone = StableRandom("text")
    assert [paced.randrange(7) for _ in range(5000)] == [alone.randrange(7) for _ in range(5000)]
    assert looks >= 4
