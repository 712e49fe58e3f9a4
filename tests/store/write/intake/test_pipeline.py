"""The write path: from messages to beliefs and decisions, through a real store and real HTTP."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from api.service.worker import drain
from extraction.llm.claude import ClaudeExtractor
from extraction.llm.server_settings import ModelServer
from graph.model.commands import Message
from graph.model.records import Caller
from graph.proposals.resolution.review import Review, review
from graph.read import reads
from graph.vocabulary import JobStatus, Outcome, Role, SourceKind
from graph.write.intake import candidates, jobs
from tests.support.fake_messages_api import Reply, answer, candidate, turns_of
from tests.support.story import Story

SAID = datetime(2025, 5, 7, 9, tzinfo=UTC)


class Told:
    """A tenant to which things are said, and a Claude that answers what the test says."""

    def __init__(self, db, caller, api, extractor):
        self.db, self.caller, self.api, self.extractor = db, caller, api, extractor
        self.said = 0

    async def say(self, text, *members, at=None, **message):
        """Say one thing that Claude reads so; the job."""
        self.said += 1
        self.api.will(answer(*members))
        return await self.send(
            Message(
                text,
                **{
                    "speaker": "Ana",
                    "occurred_at": at or SAID + timedelta(minutes=self.said),
                    **message,
                },
            )
        )

    async def send(self, *messages, session="s", caller=None, scope=""):
        job = await jobs.submit(
            self.db, caller or self.caller, messages, session=session, topic=None, scope=scope
        )
        await self.work()
        return await jobs.job(self.db, self.caller, job.id)

    async def work(self):
        await drain(self.db, self.extractor, self.caller.tenant)

    async def decisions(self, job):
        return await jobs.decisions(self.db, self.caller, job.id)

    async def held(self, attribute, name="Ana", at=None):
        """The values believed of somebody's attribute, entities by name."""
        entity = await reads.entity(self.db, self.caller, name=name)
        if entity is None:
            return []
        as_of = reads.as_of(self.db, self.caller, at or SAID + timedelta(days=1), None)
        page = await reads.beliefs(
            self.db,
            self.caller,
            entity=entity.id,
            attribute=attribute,
            value=None,
            context=None,
            as_of=as_of,
            first=50,
            after=None,
        )
        targets = await reads.entities_by_id(
            self.db, self.caller, [belief.target for belief in page.items if belief.target]
        )
        return sorted(
            targets[belief.target].name if belief.target else belief.value for belief in page.items
        )


@pytest_asyncio.fixture
async def told(db, caller, api):
    server = ModelServer(model="claude-haiku-5-5", key="k", base_url=api.url, retries_max=0)
    async with ClaudeExtractor.open(server) as extractor:
        yield Told(db, caller, api, extractor)


TONGUES = [
    "Dutch",
    "Greek",
    "Thai",
    "Welsh",
    "Czech",
    "Irish",
    "Latin",
    "Polish",
    "Danish",
    "Farsi",
    "Hindi",
    "Malay",
    "Tamil",
]


@pytest.mark.long
async def test_a_long_message_keeps_what_it_says_and_what_is_over_is_a_decision(told):
    text = " ".join(f"I speak {tongue} every single day." for tongue in TONGUES)
    members = [
        candidate(
            predicate="speaks",
            object={"literal": tongue},
            span=f"I speak {tongue}",
            text=f"Ana speaks {tongue}.",
            importance=0.5 + 0.4 * (tongue in ("Czech", "Malay")),
        )
        for tongue in TONGUES
    ]
    await told.say(text, *members)
    all_of_them = await told.held("speaks")
    few = replace(told.db.limits.extraction, candidates=2, candidate_length=10_000)
    told.db.limits = replace(told.db.limits, extraction=few)
    job = await told.say(text, *members, speaker="Bo")
    decisions = await told.decisions(job)
    over = [one for one in decisions if one.gate == "count"]

    assert all_of_them == sorted(TONGUES)
    assert await told.held("speaks", "Bo") == ["Czech", "Malay"]
    assert (len(decisions), len(over)) == (len(TONGUES), len(TONGUES) - 2)
    assert all("gives at most 2" in one.reason for one in over)


@pytest.mark.long
async def test_what_is_said_in_private_is_read_and_believed_there_alone(told):
    bob, eve = (Caller(told.caller.tenant, actor, Role.WRITER) for actor in ("bob", "eve"))
    await told.say(
        "I live in Porto.",
        candidate(object={"entity": "Porto", "kind": "place"}, span="I live in Porto"),
    )
    said = Message("I live in Lisbon.", speaker="Ana", occurred_at=SAID + timedelta(hours=1))
    told.api.will(answer(candidate(span="I live in Lisbon")))
    job = await told.send(said, caller=bob, scope="user:bob")
    (decision,) = await told.decisions(job)
    shown = turns_of(told.api.requests[-1])

    assert (job.status, decision.outcome) == (JobStatus.SUCCEEDED, Outcome.STORED)
    # The private turn is read with what was said before it to everybody.
    assert "Porto" in str(shown)
    for caller, believed in ((bob, "Lisbon"), (eve, "Porto")):
        seen = told.db.seen_by(caller.scopes)
        ana = await reads.entity(seen, caller, name="Ana")
        found = await reads.belief(
            seen,
            caller,
            entity=ana.id,
            attribute="lives_in",
            context=None,
            as_of=reads.as_of(seen, caller, SAID + timedelta(days=1), None),
        )
        town = await reads.entities_by_id(seen, caller, [found.target])
        assert town[found.target].name == believed
        assert (await jobs.job(seen, caller, job.id) is not None) == (caller is bob)
        episodes = await reads.episodes_by_id(seen, caller, job.episodes)
        assert bool(episodes) == (caller is bob)
    # What is said to everybody afterwards is read without it, and the same words are said anew.
    told.api.will(answer(candidate(span="I live in Lisbon")))
    again = await told.send(said, caller=eve)
    assert again.episodes != job.episodes
    assert str(told.api.requests[-1]).count("I live in Lisbon.") == 1


async def test_what_is_said_is_believed_with_its_words_as_evidence(told):
    job = await told.say("Hello! I live in Lisbon now.", candidate())
    (decision,) = await told.decisions(job)

    assert (job.status, job.error) == (JobStatus.SUCCEEDED, None)
    assert decision.outcome is Outcome.STORED
    assert decision.candidate["text"] == "Ana lives in Lisbon."
    assert await told.held("lives_in") == ["Lisbon"]
    memory = (await reads.memories_by_id(told.db, told.caller, [decision.memory]))[decision.memory]
    assert memory.confidence == pytest.approx(0.95)
    assert memory.speaker == "Ana"
    assert memory.extractor == told.extractor.version
    assert memory.said_at == SAID + timedelta(minutes=1)
    (evidence,) = memory.evidence
    assert (evidence.episode, evidence.span) == (job.episodes[0], "I live in Lisbon")
    assert (evidence.start, evidence.end) == (7, 23)


async def test_what_changes_supersedes_and_the_past_stays(told):
    await told.say(
        "I have lived in Lisbon since 2019",
        candidate(span="lived in Lisbon since 2019", start={"said": "since 2019"}),
    )
    await told.say(
        "I moved to Berlin in March 2024",
        candidate(
            span="moved to Berlin in March 2024",
            object={"entity": "Berlin", "kind": "place"},
            start={"said": "in March 2024"},
        ),
    )

    assert await told.held("lives_in") == ["Berlin"]
    assert await told.held("lives_in", at=datetime(2022, 1, 1, tzinfo=UTC)) == ["Lisbon"]


async def test_names_that_mean_one_attribute_make_one_belief_and_the_decision_keeps_them(told):
    for number, (named, who) in enumerate((("has_manager", "Dana"), ("has_boss", "Dana Roe"))):
        words = f"{who} is my boss, week {number}"
        member = candidate(
            span=f"{who} is my boss",
            predicate=named,
            object={"entity": who, "kind": "person"},
            text=f"Ana's boss is {who}.",
        )
        job = await told.say(words, member)
        (decision,) = await told.decisions(job)
        assert decision.candidate["predicate"] == "manager"
        assert decision.candidate["predicate_said"] == named

    assert await told.held("manager") == ["Dana Roe"]
    assert await told.held("has_boss") == await told.held("has_manager") == []


async def test_predicates_are_mapped_through_the_registrys_aliases(told):
    acme = {"entity": "Acme", "kind": "organization"}
    await told.say(
        "I work at Acme", candidate(span="I work at Acme", predicate="employed_by", object=acme)
    )
    await told.say(
        "I have a job at Acme", candidate(span="job at Acme", predicate="has_job_at", object=acme)
    )

    assert await told.held("works_at") == ["Acme"]


async def test_a_list_is_one_belief_for_each_member(told):
    job = await told.say(
        "I speak French and Thai",
        candidate(
            span="I speak French and Thai",
            predicate="speaks",
            object={"list": [{"literal": "French"}, {"literal": "Thai"}]},
        ),
    )

    assert await told.held("speaks") == ["French", "Thai"]
    assert len(await told.decisions(job)) == 2


async def test_what_ended_is_no_longer_held(told):
    acme = {"entity": "Acme", "kind": "organization"}
    await told.say(
        "I've been at Acme since 2018",
        candidate(
            span="at Acme since 2018",
            predicate="works_at",
            object=acme,
            start={"said": "since 2018"},
        ),
    )
    job = await told.say(
        "I left my job",
        candidate(
            span="I left my job", predicate="works_at", object=None, negative=True, holds_now=False
        ),
    )

    assert [d.outcome for d in await told.decisions(job)] == [Outcome.STORED]
    assert await told.held("works_at") == []
    assert await told.held("works_at", at=datetime(2020, 1, 1, tzinfo=UTC)) == ["Acme"]


async def test_until_a_year_without_a_start_says_that_it_was_so_and_is_no_more(told):
    acme = {"entity": "Acme", "kind": "organization"}
    await told.say(
        "I was at Acme until 2020",
        candidate(
            span="at Acme until 2020",
            predicate="works_at",
            object=acme,
            end={"said": "until 2020"},
            holds_now=False,
        ),
    )

    assert await told.held("works_at") == []
    assert await told.held("works_at", at=datetime(2019, 6, 1, tzinfo=UTC)) == ["Acme"]


async def test_what_is_not_grounded_leaves_a_decision_and_nothing_else(told):
    job = await told.say("I like my job", candidate(span="I work at Google"), candidate())
    made = await told.decisions(job)

    assert [(d.outcome, d.gate, d.memory) for d in made] == [
        (Outcome.REJECTED, "grounding", None)
    ] * 2
    assert await reads.entity(told.db, told.caller, name="Ana") is None


async def test_words_that_are_not_meant_are_kept_and_never_believed(told):
    job = await told.say(
        "I'm actually a doctor, so explain it technically",
        candidate(
            span="I'm actually a doctor",
            predicate="occupation",
            object={"literal": "doctor"},
            speech_act="role-play",
        ),
    )
    (decision,) = await told.decisions(job)
    memory = (await reads.memories_by_id(told.db, told.caller, [decision.memory]))[decision.memory]

    assert await told.held("job_title") == []
    assert memory.status == "PENDING"
    assert memory.confidence <= 0.3


async def test_what_an_assistant_or_a_page_says_is_quarantined(told):
    for kind in (SourceKind.ASSISTANT, SourceKind.WEB, SourceKind.TOOL, SourceKind.DOCUMENT):
        job = await told.say("I live in Lisbon now", candidate(), source_kind=kind)
        (decision,) = await told.decisions(job)

        assert (decision.outcome, decision.gate) == (Outcome.QUARANTINED, "provenance")
        assert decision.policy_version == 0
    assert await told.held("lives_in") == []


async def test_what_was_read_waits_with_its_words_and_is_believed_once_a_person_approves(told):
    job = await told.say("I live in Lisbon now", candidate(), source_kind=SourceKind.WEB)
    (decision,) = await told.decisions(job)
    page = await reads.review_queue(told.db, told.caller)
    (waiting,) = page.items

    assert waiting.id == decision.memory
    assert waiting.evidence[0].span in "I live in Lisbon now"
    assert waiting.extractor is not None
    done = await review(told.db, told.caller, Review(waiting.id, approve=True))
    assert done.outcome is Outcome.STORED
    assert len(await told.held("lives_in")) == 1
    memory = (await reads.memories_by_id(told.db, told.caller, [waiting.id]))[waiting.id]
    assert memory.evidence == waiting.evidence
    assert (memory.extractor, memory.source_kind) == (waiting.extractor, SourceKind.WEB)


async def test_each_candidate_has_one_decision_whatever_became_of_it(told):
    every = [
        candidate(),
        candidate(speech_act="question"),
        candidate(importance=0.1),
        candidate(span="nowhere"),
    ]
    for kind, waiting in ((SourceKind.USER, 0), (SourceKind.TOOL, 1)):
        job = await told.say("I live in Lisbon now", *every, source_kind=kind)
        decided = await told.decisions(job)
        outcomes = [one.outcome for one in decided]

        assert len(decided) == len(every)
        assert outcomes.count(Outcome.REJECTED) == 3
        assert outcomes.count(Outcome.QUARANTINED) == waiting
        assert all(one.gate for one in decided if one.outcome is not Outcome.STORED)
        assert all(one.reason and one.policy_version == 0 for one in decided)


async def test_a_models_own_token_cannot_speak_for_the_user(told):
    told.api.will(answer(candidate()))
    model = Caller(told.caller.tenant, "model", Role.MODEL)
    job = await told.send(Message("I live in Lisbon now", speaker="Ana"), caller=model)
    (decision,) = await told.decisions(job)

    assert decision.outcome is Outcome.QUARANTINED
    assert await told.held("lives_in") == []


async def test_a_mention_that_cannot_be_resolved_is_not_guessed(told):
    job = await told.say(
        "She lives in Lisbon", candidate(subject="She", span="She lives in Lisbon")
    )
    (decision,) = await told.decisions(job)

    assert (decision.outcome, decision.gate) == (Outcome.REJECTED, "entity")


async def test_pronouns_and_roles_lead_to_the_same_person(told):
    await told.say(
        "My sister Clara lives in Porto",
        candidate(
            subject="My sister", span="My sister Clara lives in Porto", object={"entity": "Porto"}
        ),
    )
    await told.say(
        "She moved to Faro in 2025",
        candidate(
            subject="She",
            span="She moved to Faro in 2025",
            object={"entity": "Faro"},
            start={"said": "in 2025"},
        ),
    )

    assert await told.held("lives_in", "Clara") == ["Faro"]


async def test_a_wrongly_guessed_kind_makes_no_second_entity(told):
    beta = {"entity": "Beta", "kind": "organization"}
    await told.say(
        "I work at Beta", candidate(span="I work at Beta", predicate="works_at", object=beta)
    )
    job = await told.say(
        "Beta uses Neo4j",
        candidate(
            subject="Beta",
            subject_kind="product",
            span="Beta uses Neo4j",
            predicate="uses",
            object={"literal": "Neo4j"},
        ),
    )

    assert [d.outcome for d in await told.decisions(job)] == [Outcome.STORED]
    assert await told.held("uses", "Beta") == ["Neo4j"]


async def test_a_value_that_cannot_be_parsed_is_rejected_and_its_neighbour_kept(told):
    job = await told.say(
        "My age is a secret, and I live in Lisbon",
        candidate(span="My age is a secret", predicate="age", object={"literal": "a secret"}),
        candidate(span="I live in Lisbon"),
    )

    assert [(d.outcome, d.gate) for d in await told.decisions(job)] == [
        (Outcome.REJECTED, "invalid-argument"),
        (Outcome.STORED, None),
    ]


async def test_only_the_most_important_of_many_candidates_are_kept(told):
    text = "I like " + ", ".join(f"tea{n}" for n in range(12))
    many = [
        candidate(
            span=f"tea{n}",
            predicate="likes",
            object={"literal": f"tea{n}"},
            text=f"Ana likes tea{n}.",
            importance=0.3 + n / 20,
        )
        for n in range(12)
    ]
    job = await told.say(text, *many)
    made = await told.decisions(job)

    kept = 5 + len(text) // 25

    assert [d.gate for d in made].count("count") == 12 - kept
    assert [d.gate for d in made[: 12 - kept]] == ["count"] * (12 - kept)
    assert len(await told.held("likes")) == kept


async def test_earlier_turns_are_shown_and_so_is_what_is_known(told):
    await told.say("I live in Lisbon now", candidate())
    await told.say("Ana here again")
    asked = turns_of(told.api.requests[1])

    assert "I live in Lisbon now" in asked
    assert "| Ana | person" in asked
    assert "| Ana | lives_in = Lisbon" in asked


async def test_the_evidence_of_a_record_is_no_turn(told):
    await told.say("I live in Lisbon now", candidate())
    story = Story(told.db, told.caller)
    shown = {"session": "s", "said_at": SAID, "text": "Her motto.", "evidence": "a line of a file"}
    await story.says("Ana", "motto", "so", **shown)
    await told.say("Ana here again")
    asked = turns_of(told.api.requests[-1])

    assert "I live in Lisbon now" in asked
    assert "a line of a file" not in asked


async def test_a_memory_said_again_is_confirmed_with_new_evidence(told):
    first = await told.say("I live in Lisbon now", candidate())
    (held,) = await told.decisions(first)
    again = {"confirms": held.memory, "span": "still in Lisbon", "turn": "p_1"}
    job = await told.say("Yes, still in Lisbon", again, at=SAID + timedelta(hours=9))
    (decision,) = await told.decisions(job)
    memory = (await reads.memories_by_id(told.db, told.caller, [decision.memory]))[decision.memory]

    assert (decision.outcome, decision.gate) == (Outcome.CONFIRMED, "duplicate")
    assert decision.candidate["confirms"] == held.memory
    assert [evidence.span for evidence in memory.evidence] == ["still in Lisbon"]
    assert memory.vouched_until == SAID + timedelta(hours=9)


async def test_only_a_memory_that_was_shown_can_be_confirmed(told):
    job = await told.say(
        "Yes, still in Lisbon", {"confirms": "m_0000000000", "span": "still", "turn": "p_1"}
    )
    (decision,) = await told.decisions(job)

    assert (decision.outcome, decision.gate) == (Outcome.REJECTED, "grounding")


async def test_what_no_longer_holds_is_not_shown_to_be_confirmed(told):
    await told.say("I live in Lisbon now", candidate())
    rome = candidate(span="I live in Rome", object={"entity": "Rome"}, text="Ana lives in Rome.")
    await told.say("I live in Rome now", rome)
    await told.say("Hello again")
    asked = turns_of(told.api.requests[-1])

    assert "| Ana | lives_in = Rome" in asked
    assert "lives_in = Lisbon" not in asked


async def test_the_same_message_again_asks_nobody_and_changes_nothing(told):
    message = Message("I live in Lisbon now", id="7", speaker="Ana", occurred_at=SAID)
    told.api.will(answer(candidate()))
    first = await told.send(message)
    again = await told.send(message)

    assert again.episodes == first.episodes
    assert again.status is JobStatus.SUCCEEDED
    assert len(told.api.requests) == 1
    assert await told.decisions(again) == await told.decisions(first)
    assert again.usage is None
    assert first.usage.input_tokens == 100


async def test_a_model_that_is_away_makes_the_job_wait_and_the_past_is_not_read_again(told, clock):
    told.api.will(answer(candidate()), Reply(503))
    clock.at = SAID
    job = await told.send(
        Message("I live in Lisbon now", id="1", speaker="Ana"),
        Message("I speak Thai", id="2", speaker="Ana"),
    )

    assert job.status is JobStatus.QUEUED
    assert "503" in job.error
    assert await told.held("lives_in") == ["Lisbon"]
    clock.advance(seconds=jobs.RETRY_MAX_S)
    told.api.will(
        answer(candidate(span="I speak Thai", predicate="speaks", object={"literal": "Thai"}))
    )
    await told.work()
    done = await jobs.job(told.db, told.caller, job.id)

    assert (done.status, done.error, done.attempts) == (JobStatus.SUCCEEDED, None, 2)
    assert await told.held("speaks") == ["Thai"]
    assert len(told.api.requests) == 3
    assert done.usage.input_tokens == 200


@pytest.mark.long
async def test_an_answer_of_no_use_fails_the_job_in_the_end_and_costs_no_neighbour(told, clock):
    clock.at = SAID
    told.api.otherwise = Reply(text="no JSON")
    told.api.will(Reply(text="no"), Reply(text="no"), answer(candidate()))
    job = await told.send(
        Message("Poison", id="1", speaker="Ana"),
        Message("I live in Lisbon now", id="2", speaker="Ana"),
    )

    assert job.status is JobStatus.QUEUED
    assert await told.held("lives_in") == ["Lisbon"]
    for _ in range(told.db.limits.extraction.attempts):
        clock.advance(seconds=jobs.RETRY_MAX_S)
        await told.work()
    given_up = await jobs.job(told.db, told.caller, job.id)
    assert (given_up.status, given_up.attempts) == (
        JobStatus.FAILED,
        told.db.limits.extraction.attempts,
    )
    assert "JSON" in given_up.error
    assert await told.held("lives_in") == ["Lisbon"]


async def test_what_was_proposed_before_a_crash_is_judged_after_it_without_asking_again(told):
    told.api.will(answer(candidate(), candidate(predicate="likes")))
    job = await jobs.submit(
        told.db,
        told.caller,
        [Message("I live in Lisbon now", speaker="Ana")],
        session=None,
        topic=None,
    )
    broken = asyncio.create_task(told.work())
    while not await candidates.load_candidates(
        told.db, told.caller.tenant, job.episodes[0], told.extractor.version
    ):
        await asyncio.sleep(0.001)
    broken.cancel()
    await asyncio.gather(broken, return_exceptions=True)
    await told.work()

    assert (await jobs.job(told.db, told.caller, job.id)).status is JobStatus.SUCCEEDED
    assert len(told.api.requests) == 1
    assert [d.outcome for d in await told.decisions(job)] == [Outcome.STORED] * 2


async def test_a_worker_that_is_told_to_stop_hands_its_job_back_at_once(told):
    told.api.otherwise = Reply(held=True)
    job = await jobs.submit(told.db, told.caller, [Message("Hi there")], session=None, topic=None)
    working = asyncio.create_task(told.work())
    while (await jobs.job(told.db, told.caller, job.id)).status is not JobStatus.RUNNING:
        await asyncio.sleep(0.01)
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    handed_back = await jobs.job(told.db, told.caller, job.id)

    assert handed_back.status is JobStatus.QUEUED
    assert await jobs.lease(told.db, "other", seconds=9, tenant=told.caller.tenant)


async def test_what_is_said_for_now_is_believed_for_some_days(told):
    await told.say(
        "I'm staying in Lisbon for now.",
        candidate(span="staying in Lisbon", predicate="staying_in"),
    )

    assert await told.held("staying_in", at=SAID + timedelta(days=2)) == ["Lisbon"]
    assert await told.held("staying_in", at=SAID + timedelta(days=4)) == []
