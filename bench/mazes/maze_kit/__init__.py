# SPDX-License-Identifier: Apache-2.0
"""Contract mazes: contracts with nested conditions whose branches are known to be feasible or not."""
