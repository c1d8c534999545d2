# SPDX-License-Identifier: Apache-2.0
"""A generator of random numbers that is the same in every version of Python: SplitMix64."""

MASK = (1 << 64) - 1


class Rng:
    def __init__(self, *seeds):
        self.state = 0
        for seed in seeds:
            self.state = (self.word() ^ seed) & MASK

    def word(self):
        """64 random bits. Source: Steele, Lea, Flood, OOPSLA 2014."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def bits(self, count):
        value = 0
        for _ in range(0, count, 64):
            value = (value << 64) | self.word()
        return value & ((1 << count) - 1)

    def below(self, bound):
        """0 <= x < bound. The bias is below 2^-64."""
        return self.bits(bound.bit_length() + 64) % bound

    def between(self, least, most):
        """least <= x <= most."""
        return least + self.below(most - least + 1)

    def chance(self, percent):
        return self.below(100) < percent

    def pick(self, items):
        return items[self.below(len(items))]

    def shuffled(self, items):
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(len(rest))]
