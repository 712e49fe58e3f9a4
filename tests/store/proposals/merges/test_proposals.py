"""Whom a new name may mean, and proposals that two entities are one."""

import pytest

from graph.errors import Conflict, Forbidden, NotFound
from graph.ids import new_id
from graph.kernel.entities.name_matching import Verdict
from graph.kernel.entities.recognition import find_alike, recognise
from graph.model.commands import Assertion, EntityRef
from graph.model.records import Caller
from graph.proposals.merges.discovery import MergeSearchResult, find_merges, propose_for
from graph.proposals.merges.proposals import (
    accept_merge,
    dismiss_merge,
    merge_proposal,
    merge_proposals,
)
from graph.proposals.merges.scoring import Opinion
from graph.read import reads
from graph.vocabulary import ProposalStatus, Role
from graph.write.assertion import assert_belief
from graph.write.merging.merge import merge_entities, split_entity
from tests.support.story import year


async def known(story, *names, kind="person"):
    """The ids of entities of these names, made if they are not there."""
    for name in names:
        told = Assertion(
            entity=EntityRef(name=name, kind=kind),
            attribute="lives_in",
            value="Berlin",
            valid_from=year(2020),
        )
        await assert_belief(story.db, story.caller, told)
    return [await story.id(name) for name in names]


async def propose_all(db, caller):
    return (await find_merges(db, caller)).new


class Saying:
    """A judge with one answer, who remembers whom he was asked about."""

    def __init__(self, answer):
        self.answer, self.asked = answer, []

    async def judge_pair(self, entity, other, ground):
        self.asked.append({entity.name, other.name})
        return self.answer


async def found(db, caller, name, kind="person"):
    return {
        one.entity.name: one.match.verdict for one in await find_alike(db, caller, [name], kind)
    }


async def test_names_that_may_be_the_same_are_found_by_any_of_their_words(story, db, caller):
    await known(story, "Elizabeth Moss", "Ana L\u00f3pez", "ana.weber@example.org", "John Kim")

    assert await found(db, caller, "Liz Moss") == {"Elizabeth Moss": Verdict.UNCERTAIN}
    assert await found(db, caller, "Dr. Ana Lopez") == {"Ana L\u00f3pez": Verdict.SAME}
    assert await found(db, caller, "Ana Weber") == {"ana.weber@example.org": Verdict.UNCERTAIN}
    assert await found(db, caller, "J. Kim") == {"John Kim": Verdict.UNCERTAIN}
    assert await found(db, caller, "Tom Moss") == {}
    assert await found(db, caller, "***") == {}


async def test_a_code_is_found_by_nothing_like_it(story, db, caller):
    await known(story, "ASR1603", kind="product")

    assert await found(db, caller, "ASR1605", "product") == {}
    assert await found(db, caller, "ASR 1603", "product") == {}


async def test_another_tenants_names_are_never_found(story, db, caller):
    await known(story, "Elizabeth Moss")
    other = Caller(f"{caller.tenant}x", "tester", Role.OWNER)

    assert await found(db, other, "Liz Moss") == {}
    assert (await reads.entities(db, other, search="moss")).items == ()


async def test_a_certain_name_is_recognised_and_an_uncertain_one_is_not(story, db, caller):
    [ana, _] = await known(story, "Ana Lopez", "Bob Weber")

    async def same(**ref):
        return await recognise(db, caller, EntityRef(**ref))

    assert (await same(name="Dr. Ana L\u00f3pez", kind="person")).id == ana
    assert await same(name="Bobby Weber") == EntityRef(name="Bobby Weber")
    assert await same(name="Ana Lopez") == EntityRef(name="Ana Lopez")
    assert await same(name="Ana L\u00f3pez", kind="company") == EntityRef(
        name="Ana L\u00f3pez", kind="company"
    )


async def test_whom_two_certainly_are_nobody_is(story, db, caller):
    await known(story, "Ana L\u00f3pez", "Dr. Ana Lopez")

    ref = EntityRef(name="Prof. Ana Lopez", kind="person")
    assert await recognise(db, caller, ref) == ref


async def test_a_pair_is_proposed_once_whichever_is_looked_at(story, db, caller):
    liz, beth = await known(story, "Liz Moss", "Elizabeth Moss")

    assert await propose_for(db, caller, beth) == 1
    assert await propose_for(db, caller, liz) == 0
    assert await propose_all(db, caller) == 0
    [one] = (await merge_proposals(db, caller)).items
    assert (one.one, one.other, one.status) == (liz, beth, ProposalStatus.OPEN)
    assert one.reasons
    assert await merge_proposal(db, caller, one.id) == one
    assert (await merge_proposals(db, caller, entity=liz)).items == (one,)
    [berlin] = await known(story, "Tom Moss")
    assert (await merge_proposals(db, caller, entity=berlin)).items == ()


async def test_an_accepted_proposal_merges_and_a_split_does_not_bring_it_back(story, db, caller):
    liz, beth = await known(story, "Liz Moss", "Elizabeth Moss")
    await propose_all(db, caller)
    [one] = (await merge_proposals(db, caller)).items

    stands = await accept_merge(db, caller, one.id)

    assert stands == one.one
    merged = await reads.entity(db, caller, name="elizabeth moss")
    assert merged is not None
    assert set(merged.aliases) == {"Liz Moss", "Elizabeth Moss"}
    [done] = (await merge_proposals(db, caller, status=ProposalStatus.ACCEPTED)).items
    assert (done.actor, done.decided_at) == (caller.actor, db.clock())
    with pytest.raises(Conflict):
        await accept_merge(db, caller, one.id)

    await split_entity(db, caller, beth if stands == liz else liz)
    assert await propose_all(db, caller) == 0
    assert (await merge_proposals(db, caller)).items == ()


async def test_a_dismissed_pair_is_never_proposed_again(story, db, caller):
    _, beth = await known(story, "Liz Moss", "Elizabeth Moss")
    await propose_for(db, caller, beth)
    [one] = (await merge_proposals(db, caller)).items

    dismissed = await dismiss_merge(db, caller, one.id, "they are mother and daughter")

    assert dismissed.status is ProposalStatus.DISMISSED
    assert dismissed.reason == "they are mother and daughter"
    assert await propose_all(db, caller) == 0
    assert (await merge_proposals(db, caller)).items == ()
    logged = (await reads.audit(db, caller, subject=one.id)).items
    assert [line.action for line in logged] == ["merge_dismissed"]
    with pytest.raises(Conflict):
        await dismiss_merge(db, caller, one.id)


async def test_a_pair_that_became_one_otherwise_waits_no_more(story, db, caller):
    liz, beth = await known(story, "Liz Moss", "Elizabeth Moss")
    await propose_all(db, caller)
    [one] = (await merge_proposals(db, caller)).items
    await merge_entities(db, caller, beth, liz)

    assert (await merge_proposals(db, caller)).items == ()
    decided = await merge_proposal(db, caller, one.id)
    assert (decided.status, decided.actor) == (ProposalStatus.ACCEPTED, caller.actor)
    for decide in (accept_merge, dismiss_merge):
        with pytest.raises(Conflict):
            await decide(db, caller, one.id)


async def test_who_merges_a_pair_that_was_dismissed_has_decided_otherwise(story, db, caller):
    liz, beth = await known(story, "Liz Moss", "Elizabeth Moss")
    await propose_all(db, caller)
    [one] = (await merge_proposals(db, caller)).items
    await dismiss_merge(db, caller, one.id, "two people")
    await merge_entities(db, caller, beth, liz)

    decided = await merge_proposal(db, caller, one.id)
    assert (decided.status, decided.reason) == (ProposalStatus.ACCEPTED, None)


async def test_proposals_come_in_pages(story, db, caller, clock):
    for first in ("Liz", "Bill", "Tom"):
        whole = {"Liz": "Elizabeth", "Bill": "William", "Tom": "Thomas"}[first]
        await known(story, f"{first} Moss", f"{whole} Moss")
        await propose_all(db, caller)
        clock.advance(hours=1)
    page = await merge_proposals(db, caller, first=2)
    last = page.items[-1]
    rest = await merge_proposals(db, caller, first=2, after=(last.proposed_at, last.id))

    assert (len(page.items), page.has_next) == (2, True)
    assert (len(rest.items), rest.has_next) == (1, False)


async def test_a_model_is_asked_only_where_the_rule_is_uncertain_and_once(story, db, caller):
    await known(story, "Ana L\u00f3pez", "Dr. Ana Lopez", "Liz Moss", "Elizabeth Moss")
    no = Saying(Opinion(Verdict.DIFFERENT, ("born_on",)))

    assert await find_merges(db, caller, judge=no) == MergeSearchResult(2, asked=1)
    assert no.asked == [{"Liz Moss", "Elizabeth Moss"}]
    [asked] = [one for one in (await merge_proposals(db, caller)).items if one.judged_at]
    assert asked.reasons[-1] == "the model takes them for two, by: born on"
    assert await find_merges(db, caller, judge=no) == MergeSearchResult(0)
    assert len(no.asked) == 1


async def test_a_model_cannot_decide_and_the_unknown_is_not_found(story, db, caller):
    _, beth = await known(story, "Liz Moss", "Elizabeth Moss")
    await propose_for(db, caller, beth)
    [one] = (await merge_proposals(db, caller)).items
    model = Caller(caller.tenant, "bot", Role.MODEL)

    with pytest.raises(Forbidden):
        await accept_merge(db, model, one.id)
    with pytest.raises(Forbidden):
        await dismiss_merge(db, model, one.id)
    with pytest.raises(NotFound):
        await accept_merge(db, caller, new_id("mp"))
    with pytest.raises(NotFound):
        await propose_for(db, caller, new_id("e"))
    stranger = Caller(f"{caller.tenant}x", "tester", Role.OWNER)
    with pytest.raises(NotFound):
        await dismiss_merge(db, stranger, one.id)
    assert await merge_proposal(db, stranger, one.id) is None


@pytest.mark.parametrize(
    ("search", "names"),
    [
        ("el", {"Elizabeth Moss"}),
        ("moss", {"Elizabeth Moss"}),
        ("bo-m", {"Bo-Moss Jr."}),
        ("elizabeth m", {"Elizabeth Moss"}),
        ("ELIZABETH  MOSS", {"Elizabeth Moss"}),
        ("lopez", {"Ana Lopez"}),
        ("l\u00f3pez", {"Ana L\u00f3pez"}),
        ("o'b", {"Pat O'Brien"}),
        ("o'brien", {"Pat O'Brien"}),
        ("jr.", {"Bo-Moss Jr."}),
        ("ana.lo", {"ana.lopez@example.org"}),
        ("@ana", {"@ana_lopez"}),
        ("\u6771", {"\u6771\u4eac \u5927\u5b66"}),
        ("\u6771\u4eac", {"\u6771\u4eac \u5927\u5b66"}),
        ("c++", {"C++ (language)"}),
        ("(lan", {"C++ (language)"}),
        ("\u00f8re", {"\u00d8resund"}),
        ("strasse", {"Jos\u00e9 Stra\u00dfe"}),
        ("izabeth", set()),
        ('"', set()),
        ("*", set()),
        ("\\", set()),
    ],
)
async def test_entities_are_found_by_part_of_a_name(story, db, caller, search, names):
    await known(
        story,
        *("Elizabeth Moss", "Bo-Moss Jr.", "Ana Lopez", "Ana L\u00f3pez", "Pat O'Brien"),
        *("ana.lopez@example.org", "@ana_lopez", "\u6771\u4eac \u5927\u5b66", "C++ (language)"),
        *("\u00d8resund", "Jos\u00e9 Stra\u00dfe"),
    )
    page = await reads.entities(db, caller, search=search)

    assert {entity.name for entity in page.items} == names
