"""From problems to a batch: rounds, useful groups, cut responses, and checks that hang or fail."""

import itertools
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import numpy
import pytest

from rlve.envs import registry
from rlve.envs.pool import Pool
from rlve.envs.verdict import Outcome
from rlve.training import distributed, models
from rlve.training.clock import Clock
from rlve.training.config import TrainSettings
from rlve.training.curriculum import Curriculum, choose, digest
from rlve.training.groups import Group, Rollout, summary
from rlve.training.in_flight import InFlight, Started, draws, read, write
from rlve.training.problems import Prompt, PromptMaker, Slot, broken, held_out, want
from rlve.training.rollouts import Batch, collect, first_problems
from rlve.training.samplers import Response
from rlve.training.templates import template
from tests.training.conftest import run_ranks
from tests.training.scripted import Script, ScriptedSampler, chance, mixed, right


def settings(**values: Any) -> TrainSettings:
    chosen = {"envs": "integer_sorting", "eval_envs": "train", "prompts_per_step": 4, "group_size": 4}
    return TrainSettings(**(chosen | {"max_response_tokens": 200, "verify_timeout": 5.0, "workers": 1} | values))


class Scene:
    """What `collect` needs, around a scripted sampler."""

    def __init__(self, chosen: TrainSettings, model: str, script: Script, pool: Pool) -> None:
        self.settings = chosen
        self.tokenizer = models.load_tokenizer(model)
        self.curriculum: Curriculum = choose(chosen)
        self.sampler = ScriptedSampler(self.tokenizer, script)
        self.pool = pool
        self.maker = PromptMaker(
            pool, template(chosen, self.tokenizer), chosen.answer_style, chosen.seed, chosen.max_prompt_tokens
        )
        self.in_flight = InFlight()

    def collect(self, step: int = 1, begun: Iterator[Prompt] | None = None) -> Batch:
        return collect(
            step,
            self.settings,
            curriculum=self.curriculum,
            maker=self.maker,
            sampler=self.sampler,
            pool=self.pool,
            tokenizer=self.tokenizer,
            in_flight=self.in_flight,
            clock=Clock(),
            begun=begun,
        )


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(1, timeout=5.0, chunk=4) as processes:
        yield processes


def test_useful_groups_fill_the_batch_in_the_order_of_their_slots(model: str, pool: Pool) -> None:
    scene = Scene(settings(), model, mixed, pool)
    batch = scene.collect()
    assert len(batch.groups) == 4
    assert [group.prompt.slot for group in batch.groups] == [Slot(1, 0, number) for number in range(4)]
    assert batch.rounds == 1
    assert len(batch.summaries) == 8  # twice over-sampled at first: nothing is known of the useful share
    for group in batch.groups:
        assert group.rewards == [-1.0, 1.0, -1.0, 1.0]
        assert [rollout.correct for rollout in group.rollouts] == [False, True, False, True]


def test_later_steps_draw_by_the_recent_useful_share(model: str, pool: Pool) -> None:
    scene = Scene(settings(keep_leftovers=False), model, mixed, pool)
    drawn = [len(scene.collect(step).summaries) for step in (1, 2, 3, 4)]
    assert drawn == [8, 6, 5, 5]


def test_groups_that_teach_nothing_are_replaced_for_so_many_rounds(model: str, pool: Pool) -> None:
    scene = Scene(settings(max_rounds=3), model, right, pool)
    batch = scene.collect()
    assert batch.groups == []
    assert batch.rounds == 3
    assert len(batch.summaries) == 8 + 12 + 12  # never more than three times the missing ones
    slots = [item.slot for item in batch.summaries]
    assert len(set(slots)) == len(slots)


def test_the_curriculum_learns_from_every_round_before_the_next_is_drawn(model: str, pool: Pool) -> None:
    scene = Scene(settings(max_rounds=3, judge_after=8, window=1), model, right, pool)
    batch = scene.collect()
    by_round = [{item.difficulty for item in batch.summaries if item.slot.round == number} for number in range(3)]
    assert by_round == [{0}, {1}, {2}]
    assert scene.curriculum.windows() == {"integer_sorting": (3, 3)}


def test_equal_rewards_that_float32_finds_unequal_teach_nothing(model: str) -> None:
    import torch

    from rlve.envs.verdict import Verdict
    from rlve.training.problems import Prompt

    rewards = [0.1] * 16
    assert torch.tensor(rewards).std() > 0  # the trap: a standard deviation would keep this group
    response = Response(*([None] * 2), finished=True)  # type: ignore[arg-type]
    prompt = Prompt(Slot(1, 0, 0), "integer_sorting", 0, 0, {}, "", [])
    group = Group(prompt, [Rollout(response, "", Verdict(reward, Outcome.PARTIAL)) for reward in rewards])
    assert not group.useful


def test_leftovers_are_dropped_or_kept(model: str, pool: Pool) -> None:
    for kept in (False, True):
        scene = Scene(settings(keep_leftovers=kept), model, mixed, pool)
        first, second = scene.collect(1), scene.collect(2)
        steps = [group.prompt.slot.step for group in second.groups]
        assert steps == ([1, 1, 1, 1] if kept else [2, 2, 2, 2])
        assert len({group.prompt.slot for group in [*first.groups, *second.groups]}) == 8
        assert first.dropped == (0 if kept else 4)
        assert (second.rounds, second.sampled > 0) == ((0, False) if kept else (1, True))
        lengths = [[len(rollout.response.tokens) for rollout in group.rollouts] for group in second.groups]
        assert [second.older.get(group.prompt.slot) for group in second.groups] == (lengths if kept else [None] * 4)


def test_cut_responses_are_counted_and_judged(model: str, pool: Pool) -> None:
    scene = Scene(settings(max_response_tokens=5, max_rounds=1), model, right, pool)
    batch = scene.collect()
    assert all(item.truncated == 4 for item in batch.summaries)
    assert all(item.lengths == (5, 5, 5, 5) for item in batch.summaries)
    assert batch.groups == []  # all malformed, all equal


def test_partial_rollouts_go_on_in_later_steps(model: str, pool: Pool) -> None:
    whole = Scene(settings(max_rounds=1), model, mixed, pool).collect()
    scene = Scene(settings(max_rounds=1, partial_rollouts=8), model, mixed, pool)
    texts: dict[Slot, list[str]] = {}
    for step in (1, 2, 3, 4, 5):
        batch = scene.collect(step)
        assert all(max(item.lengths) <= 8 * step for item in batch.summaries)
        for group in batch.groups:
            texts[group.prompt.slot] = [rollout.text for rollout in group.rollouts]
            for rollout in group.rollouts:
                assert rollout.response.finished
                assert len(rollout.response.tokens) == len(rollout.response.logprobs)
    for group in whole.groups:
        assert texts[group.prompt.slot] == [rollout.text for rollout in group.rollouts]


def endless(prompt: str, position: int) -> str:
    return "and so on " * 40 + "..."


def test_partial_rollouts_bound_a_step_and_what_is_in_flight(model: str, pool: Pool) -> None:
    """However many rounds a step has, and however long nothing is finished."""
    scene = Scene(settings(prompts_per_step=2, max_rounds=3, partial_rollouts=4), model, endless, pool)
    for step in range(1, 6):
        batch = scene.collect(step)
        assert max(max(one.lengths) for one in scene.in_flight.prompts) == 4 * step
        assert len(scene.in_flight.prompts) == (4 if step == 1 else 6)
        assert (batch.groups, batch.summaries) == ([], [])
        assert batch.sampled == 4 * 4 * len(scene.in_flight.prompts)
        assert [one.age(step) for one in scene.in_flight.prompts] == [step - 1] * 4 + [step - 2] * (
            2 if step > 1 else 0
        )
    assert scene.sampler.asked == [4, *([4 * 4 + 2] + [6 * 4] * 3)]


def test_no_useful_group_is_lost_and_most_tokens_are_learned_from(model: str, pool: Pool) -> None:
    """Responses of very different lengths, a bound that most prompts need two or three steps for."""

    def long_and_short(prompt: str, position: int) -> str:
        return "x" * Random(f"{prompt}/{position}").randint(0, 40) + mixed(prompt, position)

    scene = Scene(settings(prompts_per_step=8, partial_rollouts=24), model, long_and_short, pool)
    useful = trained = sampled = learned = useless = 0
    for step in range(1, 13):
        batch = scene.collect(step)
        useful += sum(item.useful for item in batch.summaries)
        useless += sum(sum(item.lengths) for item in batch.summaries if not item.useful)
        trained += len(batch.groups)
        sampled += batch.sampled
        learned += sum(len(one.response.tokens) for group in batch.groups for one in group.rollouts)
        assert batch.rounds == 1  # later rounds would only wait for responses that cannot be finished
        for group in batch.groups:
            for rollout, older in zip(group.rollouts, batch.older.get(group.prompt.slot, [0] * 4)):
                assert 0 <= len(rollout.response.tokens) - older <= 24
    assert useful == trained + len(scene.in_flight.waiting)
    left = sum(one.tokens for one in scene.in_flight.prompts)
    assert sampled == learned + left + useless
    assert learned > 0.85 * (sampled - left)


def test_prompts_in_flight_go_on_before_new_ones(model: str, pool: Pool) -> None:
    scene = Scene(settings(max_rounds=1, partial_rollouts=8), model, mixed, pool)
    first = scene.collect(1)
    begun = [one.prompt.slot for one in scene.in_flight.unfinished]
    second = scene.collect(2)
    assert begun
    assert not first.groups
    left = {one.prompt.slot for one in scene.in_flight.unfinished}
    assert {item.slot for item in second.summaries} | left >= set(begun)
    assert scene.sampler.asked[1] >= len(begun)


def test_what_is_in_flight_survives_being_written(model: str, pool: Pool, tmp_path: Path) -> None:
    chosen = settings(max_rounds=1, partial_rollouts=16)
    first, second = Scene(chosen, model, mixed, pool), Scene(chosen, model, mixed, pool)
    kinds = set()
    for step in range(1, 6):
        batches = [scene.collect(step) for scene in (first, second)]
        assert [summary(group) for group in batches[0].own] == [summary(group) for group in batches[1].own]
        assert batches[0].older == batches[1].older
        texts = [[rollout.text for group in batch.groups for rollout in group.rollouts] for batch in batches]
        assert texts[0] == texts[1]
        write(tmp_path / f"{step}.npz", second.in_flight)
        second.in_flight = read(tmp_path / f"{step}.npz")
        assert second.in_flight.useful_share == first.in_flight.useful_share
        for one, other in zip(first.in_flight.prompts, second.in_flight.prompts, strict=True):
            assert (one.prompt, one.lengths) == (other.prompt, other.lengths)
            assert (one.group is None) == (other.group is None)
            kinds.add(one.group is None)
            for response, again in zip(one.responses, other.responses, strict=True):
                assert response.tokens.tolist() == again.tokens.tolist()
                assert response.logprobs.tolist() == again.logprobs.tolist()
                assert (response.finished, again.tokens.dtype) == (again.finished, response.tokens.dtype)
    assert kinds == {True, False}


def test_the_file_is_compact_and_never_unpickled(tmp_path: Path) -> None:
    tokens = numpy.arange(5000, dtype=numpy.int32)
    responses = [Response(tokens, numpy.full(5000, -0.5, numpy.float32), finished=False)] * 16
    prompts = [Started(Prompt(Slot(1, 0, n), "sudoku", 0, n, {}, "text", [1] * 100), responses) for n in range(20)]
    path = tmp_path / "in_flight.npz"
    write(path, InFlight(prompts))
    assert path.stat().st_size < 20 * 16 * 5000 * 8 * 1.02
    assert [one.prompt for one in read(path).prompts] == [one.prompt for one in prompts]
    numpy.savez(path, facts=numpy.array([{}], dtype=object))
    with pytest.raises(ValueError, match="something else than prompts in flight"):
        read(path)
    path.write_bytes(b"PK not a zip")
    with pytest.raises(ValueError, match=r"in_flight\.npz|pickle"):
        read(path)


def test_draws_keep_to_their_bounds() -> None:
    chosen = settings(prompts_per_step=10, oversample=2.5)
    for share, useful, going, resting in itertools.product((0.0, 0.3, 1.0), (0, 4, 15), (0, 7, 30), (0, 7, 30)):
        count = draws(chosen, share, useful, going, resting)
        assert 0 <= count <= 25
        assert not count or count + going + resting <= 25
        assert not count or useful < 10
    assert draws(chosen, 1.0, 0) == 10


def test_long_prompts_are_drawn_again_and_counted(model: str, pool: Pool) -> None:
    plain = Scene(settings(), model, mixed, pool).collect()
    lengths = sorted(len(group.prompt.tokens) for group in plain.groups)
    assert lengths[0] < lengths[-1]
    scene = Scene(settings(max_prompt_tokens=lengths[-1] - 1), model, mixed, pool)
    batch = scene.collect()
    assert scene.maker.too_long >= 1
    assert len(batch.groups) == 4
    assert all(len(group.prompt.tokens) < lengths[-1] for group in batch.groups)
    hopeless = Scene(settings(max_prompt_tokens=10), model, mixed, pool)
    batch = hopeless.collect()
    assert (batch.groups, batch.summaries) == ([], [])


def test_prompts_are_problems_of_the_registry(model: str, pool: Pool) -> None:
    (group, *_) = Scene(settings(seed=3), model, mixed, pool).collect().groups
    prompt = group.prompt
    problem = registry.get(prompt.environment).problem(prompt.difficulty, prompt.seed)
    assert (prompt.text, prompt.instance) == (problem.prompt(), problem.instance())


def hostile_script(answers: dict[int, str]) -> Script:
    return lambda prompt, position: f"<answer>{answers.get(position, 'no')}</answer>"


def test_a_check_that_hangs_costs_its_own_verdict_only(model: str, hostile: str) -> None:
    chosen = settings(envs=hostile, prompts_per_step=2, verify_timeout=0.5, max_rounds=1)
    start = monotonic()
    with Pool(2, timeout=0.5, chunk=4) as pool:
        batch = Scene(chosen, model, hostile_script({0: "hang", 1: "yes"}), pool).collect()
    assert monotonic() - start < 30
    assert len(batch.groups) == 2
    for group in batch.groups:
        outcomes = [rollout.verdict.outcome for rollout in group.rollouts]
        assert outcomes == [Outcome.TIMEOUT, Outcome.CORRECT, Outcome.WRONG, Outcome.WRONG]
    assert sum(item.timeouts for item in batch.summaries) == len(batch.summaries)


def test_a_check_that_fails_never_trains(model: str, hostile: str) -> None:
    with Pool(1, timeout=5.0, chunk=4) as pool:
        scene = Scene(settings(envs=hostile, max_rounds=1), model, hostile_script({0: "fail", 1: "yes"}), pool)
        before = digest(scene.curriculum)
        batch = scene.collect()
    assert batch.groups == []
    assert {item.failure for item in batch.summaries} == {"ValueError: a fault of the check"}
    assert digest(scene.curriculum) == before


def test_a_problem_that_cannot_be_made_is_drawn_again_and_noted(model: str, hostile: str) -> None:
    with Pool(1, timeout=5.0, chunk=4) as pool:
        scene = Scene(settings(envs=hostile), model, hostile_script({1: "yes"}), pool)
        batch = scene.collect()
    assert len(batch.groups) == 4
    assert set(scene.maker.failures) == {"hostile at difficulty 0: ZeroDivisionError: a fault of the generator"}


def test_a_problem_that_takes_for_ever_to_make_is_drawn_again_and_noted(model: str, hostile: str) -> None:
    with Pool(1, timeout=1.0, chunk=4) as pool:
        scene = Scene(settings(envs=hostile, start_difficulty=1, window=1), model, hostile_script({1: "yes"}), pool)
        batch = scene.collect()
    assert len(batch.groups) == 4
    assert set(scene.maker.failures) == {"hostile at difficulty 1: took more than 1 s"}


def test_problems_begun_ahead_are_those_that_are_wanted(model: str, pool: Pool) -> None:
    chosen = settings(prompts_per_step=6, judge_after=2)
    plain, ahead = Scene(chosen, model, chance, pool), Scene(chosen, model, chance, pool)
    begun = None
    for step in (1, 2, 3):
        expected = [summary(group) for group in plain.collect(step).own]
        assert [summary(group) for group in ahead.collect(step, begun).own] == expected
        begun = ahead.maker.make(first_problems(step + 1, chosen, ahead.curriculum, ahead.in_flight))


def test_environments_that_make_nothing_are_found(pool: Pool, hostile: str) -> None:
    """`hostile` fails three times in ten: that is no reason to leave it out. What never makes a problem is named."""
    curriculum = choose(settings(envs=f"integer_sorting,{hostile}"))
    wanted = list({item.environment: item for item in want(curriculum, 0, 1, 0, 30)}.values())
    assert {item.environment for item in wanted} == {"integer_sorting", "hostile"}
    with Pool(1, timeout=5.0, chunk=4) as processes:
        assert broken(wanted, processes, "tag", 0) == {}
        lost = [replace(item, environment="gone") for item in wanted[:1]]
        found = broken([*wanted, *lost], processes, "tag", 0)
    assert list(found) == ["gone"]
    assert "no environment is called 'gone'" in found["gone"]


def test_the_sampler_does_not_wait_for_a_slow_check(model: str, hostile: str) -> None:
    begun = []

    def script(prompt: str, position: int) -> str:
        begun.append(monotonic())
        return f"<answer>{'hang' if len(begun) == 1 else 'yes'}</answer>"

    with Pool(2, timeout=3.0, chunk=4, ahead=sys.maxsize) as pool:
        Scene(settings(envs=hostile, prompts_per_step=16, max_rounds=1), model, script, pool).collect()
    assert len(begun) >= 32
    assert begun[-1] - begun[0] < 2.0


def test_each_purpose_has_its_own_stream() -> None:
    curriculum = choose(settings(envs="integer_sorting,sudoku", start_difficulty=5))
    first = want(curriculum, 0, 3, 1, 50)
    assert want(curriculum, 0, 3, 1, 50) == first
    assert want(curriculum, 0, 3, 1, 10) == first[:10]  # more prompts change none of the others
    for other in (want(curriculum, 1, 3, 1, 50), want(curriculum, 0, 4, 1, 50), want(curriculum, 0, 3, 2, 50)):
        assert [item.seed for item in other] != [item.seed for item in first]
    assert len({item.seed for item in first}) == 50
    assert {item.difficulty for item in first} == {2, 3, 4, 5}


def test_held_out_problems_are_fixed() -> None:
    wanted = held_out(["integer_sorting", "sudoku"], [0, 2], 3, seed=0)
    assert len({(item.environment, item.difficulty, item.seed) for item in wanted}) == 12
    assert wanted == held_out(["integer_sorting", "sudoku"], [0, 2], 3, seed=0)


def collect_steps(model: str) -> tuple[list[Any], list[str], int]:
    """What three steps are made of, as one rank sees it."""
    chosen = settings(envs="integer_sorting", prompts_per_step=6, window=2, judge_after=2, raise_at=0.3)
    with Pool(1, timeout=5.0, chunk=4) as pool:
        scene = Scene(chosen, model, chance, pool)
        seen, digests = [], []
        for step in (1, 2, 3):
            batch = scene.collect(step)
            seen.append([summary(group) for group in batch.groups])
            digests.append(digest(scene.curriculum))
    return seen, digests, sum(scene.sampler.asked)


def test_two_processes_collect_what_one_does(model: str) -> None:
    distributed.start()
    alone = collect_steps(model)
    first, second = run_ranks(collect_steps, model)
    assert first[:2] == second[:2] == alone[:2]
    assert len(set(alone[1])) > 1  # the curriculum did move
    assert first[2] + second[2] == alone[2]  # each prompt was sampled by one of them


def collect_unfinished(model: str, tensor_parallel: int) -> list[Any]:
    """What is in flight after each of three steps, and what is learned from, as one rank sees it."""
    chosen = settings(prompts_per_step=4, partial_rollouts=16, tensor_parallel=tensor_parallel, sampler="vllm")
    with Pool(1, timeout=5.0, chunk=4) as pool:
        scene = Scene(chosen, model, chance, pool)
        seen = []
        for step in (1, 2, 3):
            batch = scene.collect(step)
            in_flight = [(one.prompt.slot, one.lengths, one.group is None) for one in scene.in_flight.prompts]
            seen.append(([summary(group) for group in batch.groups], batch.sampled, batch.older, in_flight))
    return seen


def test_what_is_in_flight_is_the_same_on_all_ranks_and_counts_once(model: str) -> None:
    """For two engines as for two ranks that share one."""
    distributed.start()
    alone = collect_unfinished(model, 1)
    for tensor_parallel in (1, 2):
        first, second = run_ranks(collect_unfinished, model, tensor_parallel)
        assert first == second == alone
    slots = [slot for *_, in_flight in alone for slot, *_ in in_flight[:100]]
    assert slots
    assert all(len({slot for slot, *_ in in_flight}) == len(in_flight) for *_, in_flight in alone)
