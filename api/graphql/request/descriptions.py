"""What each enum, each of its values and each argument of the schema means.

``ENUMS`` are registered with these words. ``ARGUMENTS`` are described by their names; where one
means something else, or can be told more exactly, its place is named as well: ``Type.field(name)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from graph import vocabulary

ENUMS: tuple[tuple[type[StrEnum], str, Mapping[str, str]], ...] = (
    (
        vocabulary.Precision,
        "How exactly a bound of an interval was said.",
        {
            "INSTANT": "As the time stands: to the minute or finer.",
            "HOUR": "To the hour.",
            "DAY": "To the day.",
            "WEEK": "To the week.",
            "MONTH": "To the month.",
            "QUARTER": "To the quarter of a year.",
            "SEASON": "To the season, which has three months.",
            "YEAR": "To the year.",
            "DECADE": "To the decade.",
        },
    ),
    (
        vocabulary.TimeBasis,
        "Whether a start was stated, or is the time of speaking.",
        {
            "STATED": "The source says when it began, as in “since 2018”.",
            "OBSERVED": (
                "The source does not say since when: the start is when it was said, and it may"
                " have begun before."
            ),
        },
    ),
    (
        vocabulary.MemoryType,
        "What sort of thing a memory records.",
        {
            "FACT": "That something is so.",
            "PREFERENCE": "What somebody likes, wants or wants done.",
            "EVENT": "That something happened, and when.",
            "ENTITY": "Who or what an entity is.",
            "RELATION": "How one entity stands to another.",
            "DECISION": "What somebody chose and keeps to.",
            "PROCEDURE": "How somebody does something.",
            "SUMMARY": "What a closed session came to; always an inference.",
            "RESOLUTION": "A person's answer to a held contradiction.",
        },
    ),
    (
        vocabulary.MemoryStatus,
        "How a memory stands now; computed at read.",
        {
            "ACTIVE": (
                "It holds now: the present lies between the first start and the last end of the"
                " beliefs that rest on it. What no belief can rest on is active in its own"
                " interval."
            ),
            "SUPERSEDED": "Another memory superseded it.",
            "EXPIRED": "Its time to live is over: it says nothing any more.",
            "ENDED": "Its time is over, or it never prevailed, and no other memory superseded it.",
            "FUTURE": "What it says begins later than now.",
            "REVOKED": (
                "It was revoked: by itself, by distrust or with a consent; or it was turned"
                " away in review, and has no effect."
            ),
            "PENDING": "It is recorded, but is no claim until it is released.",
        },
    ),
    (
        vocabulary.SourceKind,
        "Where an episode came from.",
        {
            "USER": "The user's own words; no source has more authority.",
            "ASSISTANT": "A model's own words; every other source has more authority.",
            "TOOL": "What a tool gave; of more authority than a web page.",
            "DOCUMENT": "A document; of less authority than the user.",
            "WEB": "A web page; of more authority than an assistant alone.",
            "SYSTEM": "The application; it has the user's authority.",
        },
    ),
    (
        vocabulary.SupersessionReason,
        "Why a memory was superseded by another.",
        {
            "CHANGE": "What it says held until the other took over.",
            "CORRECTION": "It was not right: a person, or a claim that voids, restates or"
            " supersedes it from its start, says otherwise.",
            "RETRACTION": "A negative claim says that it holds no longer.",
            "EXPIRY": "Its time to live ended, and the other holds from there on.",
            "CONSOLIDATION": "The other stands for several that said nearly the same.",
            "MERGE": "The entities of the two are one.",
        },
    ),
    (
        vocabulary.GroundingVerdict,
        "How well a quoted span supports a claim.",
        {
            "SUPPORTED": "The words say it.",
            "PARTIAL": "The words say it in part; the rest was filled in.",
            "UNKNOWN": "It could not be told which words say it.",
            "NOT_SUPPORTED": "The words do not say it; such a candidate is rejected.",
        },
    ),
    (
        vocabulary.ContradictionKind,
        "Six kinds of contradiction; the first two are held.",
        {
            "CHALLENGE": (
                "The new claim goes against a rejection, a source of more authority, a much"
                " surer claim, or a high-stakes attribute: it is held until somebody answers."
            ),
            "LOOP": "In a slot that keeps changing between two values; held.",
            "CORRECTION": "It voids or restates a claim, starts where the superseded belief starts,"
            " or says that it corrects; accepted.",
            "OVERLAP": "Both vouch for a common time, or a positive and a negative claim do; the"
            " later one wins.",
            "LATE": "It supersedes something, but not the belief that is active now; accepted.",
            "CHANGE": "It supersedes another value in any other way; accepted.",
        },
    ),
    (
        vocabulary.ContradictionStatus,
        "Whether it settled itself, waits, or was answered.",
        {
            "AUTO_RESOLVED": "The new claim was accepted at once.",
            "OPEN": "It is held until a person answers.",
            "RESOLVED": "A person answered it, or what it was about was revoked.",
        },
    ),
    (
        vocabulary.ProposalStatus,
        "Whether a proposal to merge waits, or how it was decided.",
        {
            "OPEN": "It waits for a decision.",
            "ACCEPTED": "The two entities were merged.",
            "DISMISSED": "The two entities are two, and are not proposed again.",
        },
    ),
    (
        vocabulary.SimilarityStatus,
        "Whether similar memories wait, or how that was settled.",
        {
            "OPEN": "They wait for a model or a person.",
            "CONFIRMED": "They say the same: the newer one confirms the older one.",
            "COMPATIBLE": "A model found no contradiction between them; both stay.",
            "DISMISSED": "A person said that there is nothing about them; both stay.",
        },
    ),
    (
        vocabulary.SimilarityVerdict,
        "What a model says of two similar memories.",
        {
            "SAME": "They are one statement in different words.",
            "CONTRADICTS": "They cannot both be true.",
            "COMPATIBLE": "They can both be true.",
        },
    ),
    (
        vocabulary.ChangeKind,
        "What a change does to a belief.",
        {
            "INSERTED": "It is believed, and was not before.",
            "RETIRED": "It was believed, and is not any more.",
        },
    ),
    (
        vocabulary.Resolution,
        "How a person settles a contradiction that waits.",
        {
            "KEEP": "The belief stays; the challenger's value is rejected.",
            "REPLACE": (
                "The challenger is admitted and holds from its own start on; a rejection of its"
                " value is lifted."
            ),
            "BY_CONTEXT": (
                "From the challenger's start on each value holds in the context that `contexts`"
                " gives it; before that nothing changes."
            ),
            "MANY_VALUED": "Both hold: the attribute has many values from now on.",
            "NEITHER": (
                "Neither value was right: both are rejected, so that later claims of them are held."
            ),
            "OTHER": "Another value is right; the challenger's value is rejected.",
        },
    ),
    (
        vocabulary.Outcome,
        "What became of a candidate or an operation.",
        {
            "STORED": (
                "The claim was recorded. Under the confidence floor it stays pending and"
                " nothing is believed of it: `AssertResult.believed` tells."
            ),
            "CONFIRMED": (
                "The same value was believed for that time already: the statement counts as a"
                " confirmation, and no belief changes."
            ),
            "REJECTED": "The gate refused it, or a person turned it away; it is not believed.",
            "QUARANTINED": "It waits for a person, because its source does not speak for the user.",
            "REVIEW": "It waits for a person, because policy has one decide.",
            "HELD": (
                "The claim is stored and waits, because it contradicts what is believed. That"
                " stays believed until somebody answers with `resolveContradiction`."
            ),
        },
    ),
    (
        vocabulary.RecallKind,
        "What a recall may bring.",
        {
            "MEMORIES": "Beliefs, each with the memory that fits best.",
            "HINTS": "Memories too unsure for a belief; never facts.",
            "EPISODES": "Messages, as they were said; never beliefs.",
        },
    ),
    (
        vocabulary.Role,
        "What a token allows.",
        {
            "OWNER": "Everything.",
            "WRITER": "To ask, to say something, to decide on what is stored, and to define"
            " attributes.",
            "READER": "To ask.",
            "REVIEWER": "To ask, to decide on what is stored, and to distrust a source.",
            "MODEL": "To ask, and to say something with the authority of an assistant.",
        },
    ),
    (
        vocabulary.JobStatus,
        "The life of a job.",
        {
            "QUEUED": "It waits for a worker, or for its next attempt.",
            "RUNNING": "A worker has it.",
            "SUCCEEDED": "It was worked through.",
            "FAILED": "It failed for good, and is a dead letter.",
            "CANCELLED": "It was called off; what it had stored stays.",
        },
    ),
    (
        vocabulary.Cardinality,
        "Whether a slot holds one value at a time or many.",
        {
            "ONE": "One value at a time.",
            "MANY": (
                "Several values may hold at the same time. Each has a history of its own, and a"
                " new one takes no other's place."
            ),
        },
    ),
    (
        vocabulary.ValueType,
        "What an attribute's values are.",
        {
            "TEXT": "Text.",
            "NUMBER": "Numbers.",
            "QUANTITY": "Numbers with their unit, such as 70 kg.",
            "DATE": "Dates.",
            "BOOLEAN": "True or false.",
            "ENTITY": "Other entities: the attribute is a relation.",
        },
    ),
    (
        vocabulary.ConversationFormat,
        "Which program has exported a conversation.",
        {
            "CHATGPT": "ChatGPT: `conversations.json`.",
            "CLAUDE": "Claude: `conversations.json`.",
            "EMAIL": "A mailbox (mbox).",
            "LETTA": "Letta: an agent file, or archival passages.",
            "WHATSAPP": "WhatsApp: the text of a chat.",
        },
    ),
    (
        vocabulary.DateOrder,
        "In which order a date has its parts.",
        {
            "DMY": "Day, month, year.",
            "MDY": "Month, day, year.",
            "YMD": "Year, month, day.",
        },
    ),
)

ARGUMENTS: Mapping[str, str] = MappingProxyType(
    {
        "absorb": "The entity that it is to stand for, by id.",
        "absorbed": "The absorbed entity, by id.",
        "action": "Only records of this action, such as `revoke`.",
        "after": "Where to go on: the cursor of the last item seen. Absent: at the beginning.",
        "Episode.turns(after)": "How many turns after it, 0 to 20.",
        "Query.recalls(after)": (
            "The id of the last recall seen, which is no cursor. Absent: the latest come first."
        ),
        "Subscription.beliefChanges(after)": "Where to go on: the cursor of the last event seen."
        " Absent: at what changes from now on.",
        "applied": "Whether the marks change the confidence of new claims from now on.",
        "approve": "True: believe it. False: turn it away.",
        "asOf": "The point on both time axes that is asked about; what it leaves out is now.",
        "Query.recall(asOf)": "The point on both time axes that is asked about. Without `validAt`"
        " the period that the question names counts, else now.",
        "at": ("When it was said to hold still. Absent: now; a moment in the future is refused."),
        "attribute": "An attribute, by its name or an alias.",
        "basis": "The lawful basis, or on what ground it is withdrawn.",
        "before": "How many turns before it, 0 to 20.",
        "belief": "The proposal's belief, by id.",
        "categories": "Categories of attributes, 1 to 100. Absent: every one; a grant then"
        " leaves out the special categories, which have to be named.",
        "context": "A context, in any spelling. Absent: beliefs in every context, and in none.",
        "Query.belief(context)": (
            "A context, in any spelling. If it is absent, or nothing is claimed in it, the"
            " slot without a context answers."
        ),
        "contexts": "Which value holds in which context, 1 to 50; with `BY_CONTEXT` only.",
        "Query.loops(days)": "Within how many days of valid time the changes lie.",
        "Query.stats(days)": "How many days back, 1 to 3,660, today among them.",
        "depth": "How many relations away at most, 1 to 6.",
        "dryRun": (
            "True: the result is computed as if the operation had been done, nested fields"
            " included, and nothing is stored."
        ),
        "Mutation.consolidate(dryRun)": "True: only show what would be done.",
        "Mutation.distrust(dryRun)": "True: only show what would be done.",
        "enabled": "Whether it is done from now on.",
        "entity": "The id of the entity, or of one that is merged with it.",
        "Mutation.proposeMerges(entity)": "Only pairs with this entity, by id. Absent: all.",
        "Query.mergeProposals(entity)": "Only pairs with this entity, by the id of any that is one"
        " with it.",
        "Query.recall(entity)": "Only what is about this entity, or leads to it, by id. Absent:"
        " all.",
        "extractor": "The extractor with its version, as `calibration` lists it.",
        "first": "How many at most, 1 to 500.",
        "Query.diff(from)": "The point on both time axes to compare with.",
        "Query.path(from)": "The entity at one end, by id.",
        "granted": "Whether it may be kept; false withdraws a consent.",
        "hops": "1 to 6 steps to take one after the other, in place of `relation` and `depth`. Only"
        " those that the last one reaches are listed, by id; what was passed on the way may be"
        " among them.",
        "id": "The id of what it is about, as an answer gave it.",
        "Query.entity(id)": "Its id; this or `name`.",
        "include": "What may come; at most k of each kind.",
        "input": "What the operation is given.",
        "k": ("How many items of each kind at most, 1 to 50; rules and questions are not counted."),
        "keep": "The entity that is to stand for both, by id.",
        "kind": "Only entities of this kind, such as `person`.",
        "marks": "The marks, 1 to 1,000.",
        "maxDepth": "How many relations it has at most, 1 to 6.",
        "maxTokens": (
            "How many tokens `Recall.context` may have, 1 to 20,000. They are estimated so"
            " that there are no more."
        ),
        "memories": "The memories that wait, 1 to 500, by id.",
        "memory": "The memory, by id.",
        "Mutation.review(memory)": "The memory that waits, or was turned away, by id.",
        "Query.supersessionChain(memory)": "Any memory of the chain, by id.",
        "min": "How many changes make a loop, 1 to 10,000.",
        "Query.memories(minConfidence)": "The least `currentConfidence`, 0 to 1.",
        "Query.recall(minConfidence)": "Beliefs with a lower confidence are left out, 0 to 1.",
        "minImportance": "The least importance as stored, 0 to 1.",
        "minScore": "Items with a lower `score` are left out, 0 to 1.",
        "Mutation.runTask(name)": "The task's name, such as `decay`.",
        "Query.attribute(name)": "Its name, or an alias.",
        "Query.entity(name)": "A name, alias or external id, in any spelling; this or `id`.",
        "newestFirst": "True: the last accepted come first.",
        "open": "True: only those with a memory that nobody has marked. False: all.",
        "policy": "The whole policy, a JSON object.",
        "precision": "How exactly the start is known, and an end that is a time of day. Absent: as"
        " exactly as it is written. A bound that is written more exactly moves to the start of its"
        " period.",
        "startUnknown": "Whether nobody knows since when it held until its end. Absent: as it is.",
        "valid": "The whole interval by EDTF, ends included, in place of its bounds: `1984`,"
        " `1984-06/1990`, `1984/` (it is over, and nobody knows since when), `/1990`.",
        "endUnknown": "Whether it is over and nobody knows since when. Absent: as it is.",
        "precisionTo": "How exactly the end is known. Absent: as exactly as it is written, or"
        " `precision`.",
        "query": "The question, in words.",
        "timeZone": "Where the days begin that the question names: a name such as `Europe/Berlin`,"
        " or an offset such as `+02:00`. Absent: UTC.",
        "reason": "Why, in up to 2,000 characters; it is kept in the audit.",
        "recall": "The recall, by id.",
        "reject": (
            "Whether the value that was wrong is also rejected, so that a later claim of it"
            " is held until somebody answers. `liftRejection` ends that."
        ),
        "relation": "The relations to follow, by name or alias. Absent: all.",
        "resolution": "How it is settled.",
        "sameTarget": "True: beliefs of anybody with the same value or target. False: of the same"
        " entity.",
        "sample": "How many slots to check, 1 to 10,000, and as many memories, entities, episodes"
        " and jobs.",
        "search": (
            "Only entities with a name in which a word begins like this, in any spelling."
            " Absent: all."
        ),
        "session": "Only those of this session.",
        "Mutation.eraseSession(session)": "The session to erase.",
        "Query.erasurePreview(session)": "A session, by its name. Give this or `subject`.",
        "Query.erasurePreview(subject)": "An entity, an episode or a memory, by id.",
        "since": "Only those of this time or later.",
        "speaker": (
            "The name of the entity that I, my and we in the question stand for. Absent:"
            " the entity `user`, or else the speaker of the tenant's memories if there is"
            " only one."
        ),
        "status": "Only those that stand so. Absent: all.",
        "Query.memories(status)": "Only memories of this status. Absent: `ACTIVE`.",
        "Query.mergeProposals(status)": "Only those that stand so.",
        "Query.similarMemories(status)": "Only those that stand so.",
        "subject": "Whose consent it is, by the id of an entity; its whole identity counts.",
        "Mutation.erase(subject)": "What to erase: an entity, an episode or a memory, by id.",
        "Query.audit(subject)": "Only records of what was done to this, by id.",
        "systemAt": (
            "The moment of system time as of which the store is asked: what was recorded"
            " later is left out. Absent: now; a moment in the future is refused."
        ),
        "Query.entity(systemAt)": (
            "The system time as of which the name is resolved, before later merges and"
            " splits. Absent: now; a moment in the future is refused."
        ),
        "target": "What is right instead, for a relation: another entity, by id.",
        "Mutation.resolveContradiction(target)": "What is right, for a relation: another entity, by"
        " id; with `OTHER` only.",
        "threshold": "The least cosine of the vectors of two that are taken together, 0.5 to 1;"
        " null: that of DOXA_CONSOLIDATION_THRESHOLD.",
        "Query.diff(to)": "The point on both time axes that is compared.",
        "Query.path(to)": "The entity at the other end, by id.",
        "topic": "Only memories of this topic.",
        "type": "Only memories of this type.",
        "validFrom": "The start that is right, in valid time.",
        "validTo": "The end that is right, in valid time, exclusive.",
        "value": "What is right instead.",
        "version": "A version of it, by number. Absent: the last one.",
        "Mutation.resolveContradiction(value)": "What is right; with `OTHER` only.",
        "Query.beliefs(value)": "Only beliefs of this value, in any spelling; of a relation, the"
        " other entity by id or name.",
    }
)
