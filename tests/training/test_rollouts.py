"""From problems to a batch: rounds, useful groups, cut responses, and checks that hang or fail."""

import sys
from collections.abc import Iterator
from time import monotonic
from typing import Any

import pytest

from rlve.envs import registry
from rlve.envs.pool import Pool
from rlve.envs.verdict import Outcome
from rlve.training import distributed, models
from rlve.training.checkpoints import backlog_state, restore_backlog
from rlve.training.clock import Clock
from rlve.training.config import TrainSettings
from rlve.training.curriculum import Curriculum, choose, digest
from rlve.training.problems import PromptMaker, Slot, held_out, want
from rlve.training.rollouts import Backlog, Batch, Group, Rollout, collect, summary, wanted_in_round
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
        self.backlog = Backlog()

    def collect(self, step: int = 1) -> Batch:
        return collect(
            step,
            self.settings,
            curriculum=self.curriculum,
            maker=self.maker,
            sampler=self.sampler,
            pool=self.pool,
            tokenizer=self.tokenizer,
            backlog=self.backlog,
            clock=Clock(),
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
    scene = Scene(settings(), model, mixed, pool)
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


def test_a_backlog_survives_being_written(model: str, pool: Pool) -> None:
    chosen = settings(max_rounds=1, partial_rollouts=8)
    first, second = Scene(chosen, model, mixed, pool), Scene(chosen, model, mixed, pool)
    first.collect(1)
    second.collect(1)
    assert first.backlog.started
    second.backlog = restore_backlog(backlog_state(second.backlog), 0, 1)
    for step in (2, 3):
        batches = [scene.collect(step) for scene in (first, second)]
        assert [summary(group) for group in batches[0].own] == [summary(group) for group in batches[1].own]
    leftovers = Scene(settings(keep_leftovers=True), model, mixed, pool)
    leftovers.collect()
    restored = restore_backlog(backlog_state(leftovers.backlog), 0, 1)
    assert [summary(group) for group in restored.leftovers] == [summary(g) for g in leftovers.backlog.leftovers]


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
    for step in (1, 2, 3):
        expected = [summary(group) for group in plain.collect(step).groups]
        assert [summary(group) for group in ahead.collect(step).groups] == expected
        wanted = wanted_in_round(step + 1, 0, 0, chosen, ahead.curriculum, ahead.backlog)
        ahead.maker.begin(wanted)
        first = [prompt.slot for prompt in ahead.maker.make(wanted)]
        assert first == [item.slot for item in wanted] == [prompt.slot for prompt in ahead.maker.make(wanted)]
        ahead.maker.begin(wanted if step == 1 else wanted[1:])  # others than the wanted ones are left alone


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
    chosen = settings(envs="integer_sorting", prompts_per_step=6, window=2, judge_after=2)
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
