"""The options of engines, by name and type.

Limits and sizes every searcher takes; the techniques are alpha-beta's, whose values with several
parts are texts as the command `boyi` reads them; the last ones belong to Monte Carlo tree search and
to games.

>>> import boyi
>>> boyi.Engine("gomoku", "pvs", depth=4, late_moves=False, radius=3)
boyi.Engine('gomoku', 'pvs,depth=4,late_moves=off,radius=3')
>>> boyi.Engine("gomoku", "pvs", luck=1)
Traceback (most recent call last):
    ...
boyi.errors.OptionError: luck: gomoku has no such option; there are bare, book, ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict, Union

if TYPE_CHECKING:
    from boyi._boyi import Engine, Position

__all__ = ["EvaluatorOptions", "Options", "Player"]

Player: TypeAlias = Union["Engine", str, "Callable[[Position], str | int | None]"]
"""Who plays a match: an engine, a text that names one or a program, or a callable from a position to
a move."""


class EvaluatorOptions(TypedDict, total=False):
    """Which evaluator judges positions."""

    evaluator: str
    """One of `Game.evaluators`."""
    weights: Mapping[str, int]
    """Weights that are not to be those of `Game.weights`."""
    network: str | PathLike[str]
    """The file of a network."""


class Options(EvaluatorOptions, total=False):
    """What an engine may be given by name."""

    bare: bool
    book: bool
    random: int
    oversight: int
    temperature: int
    depth: int
    mate: int
    nodes: int
    time: float
    """Seconds."""
    hash: int
    """MiB."""
    threads: int

    quiescence: int
    step: int
    first_guess: int | str
    aspiration: int | str
    table: bool
    table_depth: int
    score_cache: int
    enhanced_cutoffs: int | str
    killers: bool
    history: bool
    continuation: int
    history_bonus: int | str
    counter_moves: bool
    order_by_eval: int | str
    null_move: bool | str
    improving: bool
    correction: bool
    reverse_futility: bool | int | str
    razoring: bool | int | str
    futility: bool | int | str
    multi_cut: bool | str
    prob_cut: bool | str
    multi_prob_cut: bool | str
    noisy_prob_cut: bool | str
    late_pruning: bool | str
    history_pruning: bool | str
    exchange_pruning: bool | str
    late_moves: bool | str
    late_log: bool | str
    internal_reduction: bool | int | str
    beam: bool | int | str
    preselection: bool | str
    singular: bool | str
    single_reply: bool | int | str
    extensions: bool | int | str
    delta: bool | int | str
    time_management: bool | int | str
    fail_hard: bool
    prove: bool
    unit: int

    exploration: float
    selection: Literal["ucb1", "puct"]
    leaf: Literal["evaluator", "playout"]
    first_play: float
    expand: int
    proofs: bool

    radius: int
    vcf_root: int
    vcf_defence: int
    vcf: int
    vcf_depth: int
    vcf_horizon: int
