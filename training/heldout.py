"""Accuracy on fixed problems, measured while training goes on."""

from collections.abc import Sequence
from dataclasses import dataclass

from rlve.envs.pool import Pool
from rlve.training import distributed
from rlve.training.config import TrainSettings, difficulties
from rlve.training.curriculum import held_out_environments
from rlve.training.in_flight import Started
from rlve.training.problems import Prompt, PromptMaker, held_out, torch_seed
from rlve.training.rollouts import grade
from rlve.training.samplers import Decoding, Request, Sampler


@dataclass(frozen=True)
class Accuracy:
    """Share of problems solved: of all, by environment, and by environment and difficulty.

    Those whose check failed of itself are in `errors` and in no share; without any other, a share is left out.
    """

    overall: float | None
    environments: dict[str, float]
    levels: dict[tuple[str, int], float]
    errors: int


def problems(settings: TrainSettings, trained: Sequence[str], maker: PromptMaker) -> list[Prompt]:
    """This rank's part of the fixed problems; none if there are no such environments or nothing is to be measured."""
    if not settings.eval_every:
        return []
    names = trained
    if settings.eval_envs != "train":
        names = [name for name in held_out_environments(settings) if name not in trained]
    levels = difficulties(settings.eval_difficulties, "eval_difficulties")
    wanted = held_out(names, levels, settings.eval_problems, settings.seed)
    share, shares = distributed.engine(settings.tensor_parallel)
    return list(maker.make(wanted[share::shares]))


def accuracy(
    prompts: Sequence[Prompt], settings: TrainSettings, sampler: Sampler, pool: Pool, tokenizer: object
) -> Accuracy:
    """Answer every problem once, and count. To be called on all ranks, each with its part."""
    share, _ = distributed.engine(settings.tensor_parallel)
    seed = torch_seed(settings.seed, "evaluation", share)
    decoding = Decoding(settings.eval_temperature, seed, settings.eval_top_p)
    requests = [Request(prompt.tokens, 1, settings.max_response_tokens) for prompt in prompts]
    sampled = (Started(prompts[number], responses) for number, responses in sampler.sample(requests, decoding))
    results = [
        (group.prompt.environment, group.prompt.difficulty, None if group.failed else group.rollouts[0].correct)
        for group in grade(distributed.of_engines(sampled, settings.tensor_parallel), pool, tokenizer)
    ]
    gathered = [result for part in distributed.gather(results) for result in part]
    judged = [(environment, level, correct) for environment, level, correct in gathered if correct is not None]
    by_environment: dict[str, list[bool]] = {}
    by_level: dict[tuple[str, int], list[bool]] = {}
    for environment, difficulty, correct in sorted(judged):
        by_environment.setdefault(environment, []).append(correct)
        by_level.setdefault((environment, difficulty), []).append(correct)
    return Accuracy(
        share_of([correct for *_, correct in judged]) if judged else None,
        {name: share_of(found) for name, found in by_environment.items()},
        {level: share_of(found) for level, found in by_level.items()},
        len(gathered) - len(judged),
    )


def share_of(found: Sequence[bool]) -> float:
    return sum(found) / len(found)
