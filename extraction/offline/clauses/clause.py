"""What a sentence's verbs say of whom: subject, tense, polarity, and under which reservation.

A ``Clause`` is made only where the grammar is understood. A verb under a governor that takes the
edge off it ("want to", "if", "wonder whether") gives none, or one that is marked as what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from extraction.language.sentence import Sentence, Word
from extraction.model.candidates import SourceConfidence
from graph.vocabulary import SpeechAct


class Tense(StrEnum):
    """When a clause says it holds, from the verb's form."""

    PRESENT = "present"
    PROGRESSIVE = "progressive"
    PAST = "past"
    PERFECT = "perfect"
    ONGOING = "ongoing"
    FUTURE = "future"
    USED_TO = "used-to"
    BARE = "bare"


OVER = frozenset({Tense.PAST, Tense.PERFECT})
COMING = frozenset({Tense.FUTURE, Tense.PROGRESSIVE})


class Phase(StrEnum):
    """Whether the clause speaks of something's beginning, of its end, or of itself."""

    WHOLE = "whole"
    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class Clause:
    """One verb with what belongs to it.

    ``teller`` is the subject of the clause in which another's words are reported. ``chain`` are
    the verbs, governors included, to which expressions of time may be attached. ``over``: a clause
    beside it tells that it was so only then. ``presupposed``: it tells the time of another clause,
    and is told as so by that: "after I left Acme".
    """

    verb: Word
    subject: Word | None
    tense: Tense
    phase: Phase = Phase.WHOLE
    negated: bool = False
    ended: bool = False
    able: bool = False
    act: SpeechAct = SpeechAct.ASSERTION
    source: SourceConfidence = SourceConfidence.DIRECT
    teller: Word | None = None
    chain: tuple[Word, ...] = field(default=())
    dated_only: bool = False
    presupposed: bool = False
    over: bool = False

    @property
    def lemma(self) -> str:
        """The verb's base form with its particle: ``give up``; "I've got" is ``have``."""
        if _has_got(self.verb):
            return "have"
        particle = self.verb.child("prt")
        links = self.verb.all("prep")
        if particle and any(w.low == "to" and w.index == particle.index + 1 for w in links):
            # "I drank coffee up to last month."
            particle = None
        return f"{self.verb.lemma} {particle.low}" if particle else self.verb.lemma


STARTS = frozenset({"start", "begin"})
ENDS = frozenset({"stop", "quit", "cease", "finish"})
# What may follow: "I left in May, joining Beta in June", "I left to join Beta".
LEAVES = frozenset({"leave", "quit", "resign"})
FOLLOWING = frozenset({"start", "begin", "join", "move"})
GOES_ON = frozenset({"keep", "continue", "get", "manage"})
PLANS = frozenset({"plan", "intend", "decide", "go", "gon", "gonna", "arrange", "aim"})
LOOKS_FORWARD = frozenset({"excited", "due", "about", "set", "thrilled", "ready", "scheduled"})
TELLS = frozenset({"say", "tell", "mention", "announce", "write", "text", "explain", "report"})
GUESSES = frozenset({"think", "guess", "suppose", "believe", "assume", "suspect", "hear", "reckon"})
KNOWS = frozenset({"know", "realize", "realise", "remember", "see", "note", "admit", "mean"})
REASONS = frozenset(
    {"because", "cause", "'cause", "cuz", "as", "since", "though", "although", "so"}
)
MOMENTS = frozenset({"when", "after", "before", "until", "till", "once", "while", "whenever"})
# Up to what another clause tells something was so, and during what.
UP_TO = frozenset({"before", "until", "till"})
DURING = frozenset({"when", "while"})
# What lasts by its very sense: what was so then is told as what is so no more.
LASTING = frozenset({"be", "live", "work", "study", "teach", "serve", "rent", "intern", "train"})
NOT_QUITE = frozenset(
    {"almost", "nearly", "hardly", "barely", "scarcely", "rarely", "seldom", "never"}
)
IN_A_WAY = frozenset(
    {"basically", "practically", "virtually", "essentially", "figuratively", "obviously"}
)
CONDITIONS = frozenset({"if", "unless", "whether", "lest"})
MODALS = {
    **dict.fromkeys(("can", "ca"), Tense.PRESENT),
    **dict.fromkeys(("will", "'ll", "wo", "shall", "ll"), Tense.FUTURE),
}
# "I quit smoking in January": what is told of oneself is over, though the form is that of now.
UNCHANGED = frozenset({"quit", "split", "hurt"})
FORMS = {"VBD": Tense.PAST, "VBP": Tense.PRESENT, "VBZ": Tense.PRESENT, "VBN": Tense.PAST}
# What is booked lies ahead, whenever it was booked.
BOOKINGS = {"book": "has booked", "reserve": "has reserved"}
PASSING = frozenset({"now", "today", "tonight", "tomorrow", "here", "yet"})
_PARTLY = frozenset(
    {"only", "just", "merely", "simply", "solely", "always", "necessarily", "exactly"}
    | {"usually", "often"}
)
# What is denied is so at other times, or in another way: "I don't eat meat on Fridays".
_LIMITS = frozenset({"without", "before", "after", "during", "when", "while", "if"})
_POORLY = frozenset({"well", "much", "enough", "often", "together"})
REFUSED = frozenset({"eat", "touch", "drink", "wear"})
SUBJECTS = ("nsubj", "nsubjpass")
_NONE = frozenset({"no", "nobody", "none", "nothing", "neither", "nowhere", "never"})
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_EACH_DAY = frozenset(f"{day}s" for day in (*_DAYS, "weekend", "weekday", "holiday"))


def clauses(sentence: Sentence) -> Iterator[Clause]:
    """Yield the clauses of a sentence that are understood, in the order of their verbs."""
    for word in sentence.words:
        if _heads_clause(word):
            clause = _read(word)
            if clause is not None and (clause.subject is not None or _implied(clause, sentence)):
                yield clause


def _heads_clause(word: Word) -> bool:
    if word.dep in ("aux", "auxpass"):
        return False
    return word.is_verb or (word.child("aux", "auxpass", "cop") is not None)


def _implied(clause: Clause, sentence: Sentence) -> bool:
    """Whether a sentence without a subject is the speaker's own report ("Lost my job today")."""
    verb = clause.verb
    if verb.head is not verb or clause.act is not SpeechAct.ASSERTION:
        return False
    before = [w for w in sentence.words if w.index < verb.index and w.dep not in ("intj", "punct")]
    if any(w.head is not verb or w.dep not in ("advmod", "neg", "npadvmod", "aux") for w in before):
        return False
    return clause.tense is Tense.PAST or (clause.tense is Tense.ONGOING and verb.tag == "VBG")


def _read(word: Word) -> Clause | None:
    """Return the clause of a verb, seen from what it hangs on."""
    if word.head is word or word.dep in ("ROOT", "parataxis"):
        return _own(word)
    if word.dep in ("acl", "appos", "npadvmod", "nmod"):
        # "Good news: I'm moving" hangs on the news, and is a sentence all the same.
        return _own(word) if word.child(*SUBJECTS) is not None else None
    reader = _HANGING.get(word.dep)
    return None if reader is None else reader(word, word.head)


def _own(word: Word, subject: Word | None = None) -> Clause | None:
    tense = _tense(word)
    if tense is None or _loosely(word):
        return None
    if not _outright(word, tense) or _some_not(word) or _not_only(word):
        return None
    if _neither(word) or _in_part(word):
        return None
    if _asked(word) or _requested(word):
        return None
    return Clause(
        verb=word,
        subject=_subject(word) or subject,
        tense=tense,
        negated=_negated(word),
        ended=_ended(word),
        able=any(w.low in ("can", "ca") for w in word.all("aux")),
        act=SpeechAct.HYPOTHETICAL
        if tense is Tense.FUTURE and _conditional(word)
        else SpeechAct.ASSERTION,
        chain=(word,),
        over=tense is Tense.PAST and _is_enclosed(word),
    )


def bounding(verb: Word) -> Iterator[Word]:
    """Yield the verbs up to whose time that of another was so: "until I moved", "before moving"."""
    yield from (below for below in verb.all("advcl") if _marks(below) & UP_TO)
    yield from (below for below in _gerunds(verb) if below.head.low in UP_TO)


def _gerunds(verb: Word) -> Iterator[Word]:
    """Yield the verbs in -ing behind a preposition: "before moving to Delft"."""
    yield from (below for link in verb.all("prep") for below in link.all("pcomp") if below.is_verb)


def _is_enclosed(word: Word) -> bool:
    """Whether a past verb tells of what was so only up to something, or during it."""
    during = (below for below in word.all("advcl") if _marks(below) & DURING)
    up_to = word.lemma in LASTING and any(bounding(word))
    return up_to or any(below.lemma in LASTING and below.tag == "VBD" for below in during)


def _outright(word: Word, tense: Tense) -> bool:
    """Whether nothing makes it less than so; "never" alone denies: "I never eat breakfast"."""
    edge = {child.low for child in word.children} & NOT_QUITE
    if edge == {"never"} and tense in OVER:
        # "I never learned to swim", "he has never had measles"; "I never said so" is of one day.
        return word.lemma == "learn" or (tense is Tense.PERFECT and word.lemma == "have")
    bare = word.child("prep", "advcl", "npadvmod") is None
    return not edge or (edge == {"never"} and tense is Tense.PRESENT and bare)


def _not_only(word: Word) -> bool:
    """Whether more is said, and nothing denied: "I don't only eat meat", "not just a teacher"."""
    denials = [child for child in word.children if child.dep == "neg"]
    if not denials:
        return False
    after = [below for below in _within(word) if below.index > denials[0].index]
    partly = (below for below in after if below.low in _PARTLY)
    return any(below.index == denials[0].index + 1 or below.head is word for below in partly)


def _in_part(word: Word) -> bool:
    """Whether something is denied of a time, a place or a manner only.

    "I don't like coffee without milk", "we don't work on Mondays", "I don't speak it very well".
    """
    if not _negated(word) or _ended(word):
        return False
    commas = (c.index for c in word.children if c.low == "," and c.index > word.index)
    last = min(commas, default=None)
    told = [word, *(below for below in word.children if below.dep in ("dobj", "attr", "acomp"))]
    links = [link for each in told for link in each.all("prep", "mark")]
    limited = any(_limits(link) for link in links if last is None or link.index < last)
    poorly = any(child.low in _POORLY for child in word.all("advmod"))
    while_ = any(_marks(below) & {"when", "while", "if"} for below in word.all("advcl"))
    return limited or poorly or while_


def _limits(link: Word) -> bool:
    """Whether a preposition says when, or how, something is denied: "on Fridays"."""
    if link.low == "on":
        return any(day.low in _EACH_DAY for day in link.all("pobj"))
    # "I'm not moving after all."
    return link.low in _LIMITS and not any(below.low == "all" for below in link.children)


def _within(word: Word) -> Iterator[Word]:
    """Yield the words below a verb, but those of clauses with a subject of their own."""
    for child in word.children:
        if child.is_verb and child.child(*SUBJECTS) is not None:
            continue
        yield child
        yield from _within(child)


def _neither(word: Word) -> bool:
    """Whether two things are denied at once, which the parser takes for two that are so."""
    return any(below.low == "nor" for below in _within(word)) or any(
        child.low == "neither" for child in word.children
    )


def _some_not(word: Word) -> bool:
    """Whether only one of several is denied: "I have no cats but two dogs"."""
    had = word.child("dobj")
    return had is not None and _has_no(had) and had.child("conj") is not None


def _has_no(noun: Word) -> bool:
    return any(det.low == "no" for det in noun.all("det"))


def _asked(word: Word) -> bool:
    """Whether it asks, whoever leaves out the mark: "how do i turn that off"."""
    subject = _subject(word)
    words = (c for c in word.all("advmod", "dobj", "attr", "pobj") if c.tag in ("WRB", "WP"))
    first = min((c.index for c in words), default=word.index)
    if subject is None or first >= subject.index:
        return False
    # The verb, or its auxiliary, stands before the subject.
    return any(first < w.index < subject.index for w in (word, *word.all("aux")))


def _requested(word: Word) -> bool:
    """ "So please don't rely on red": somebody else is to do it."""
    return _subject(word) is None and any(c.low in ("please", "pls") for c in word.children)


def _loosely(word: Word) -> bool:
    """Whether it is so in a way, or only here: "I basically live at the gym", "I'm no cook"."""
    said = word.all("acomp", "attr")
    if any(child.low == "no" for each in said for child in each.all("det")):
        return True
    for link in word.all("prep"):
        here = link.child("pobj") if link.low == "for" and word.tag == "VBG" else None
        if here is not None and any(c.low in ("this", "that") for c in here.all("det")):
            return True
    return any(child.low in IN_A_WAY for each in (word, *said) for child in each.children)


def _conditional(word: Word) -> bool:
    """Whether something has to come true first: "if I get the offer, I'll sell the flat"."""
    return any(_marks(circumstance) & CONDITIONS for circumstance in word.all("advcl"))


def _marks(word: Word) -> set[str]:
    return {c.low for c in word.children if c.dep in ("mark", "advmod") and c.index < word.index}


def _subject(word: Word) -> Word | None:
    """Return the subject of a verb; of "I'm not vegetarian" it may hang on the auxiliary."""
    own = word.all(*SUBJECTS)
    if not own:
        own = [s for helper in word.all("aux", "auxpass") for s in helper.all(*SUBJECTS)]
    spoken = (s for s in own if s.low in ("i", "we"))
    return next(spoken, own[0] if own else None)


def _beside(word: Word, head: Word) -> Clause | None:
    """Return a verb joined to another: it shares the subject and whatever governs the first."""
    if head.dep == "prep":
        # The parser joins "I'm leaving in March and starting at Beta" to the "in".
        head = head.head
    if not _heads_clause(head):
        return None
    first = _read(head)
    own = _own(word, first.subject if first is not None else None)
    if first is not None and _is_of_another(word, first.subject):
        # "I can't stand coriander, tastes like soap."
        return None
    if own is None or first is None:
        # "I've never smoked and I don't drink": whole by itself, whatever stands before it.
        return own if own is not None and _subject(word) is not None else None
    if word.tag == "VB" and head.tag == "VBD":
        # "I quit my job and start at Beta in May": no form of the past.
        own = replace(own, tense=Tense.PRESENT)
    elif word.child("aux", "auxpass", *SUBJECTS) is None and word.tag in ("VB", "VBG", "VBN"):
        own = _like(first, own)
    if own is None:
        return None
    return replace(own, act=first.act, source=first.source, teller=first.teller)


def _like(first: Clause, own: Clause) -> Clause | None:
    """Return a clause in the form of the one before it; "I can't drink and drive" denies
    neither.
    """
    if first.negated and not _either(own.verb):
        return None
    negated = own.negated or first.negated
    return replace(own, tense=first.tense, phase=first.phase, able=first.able, negated=negated)


def _either(word: Word) -> bool:
    """Whether a verb is joined by "or": "I can't cook or sew"."""
    return any(joint.low in ("or", "nor") for joint in (*word.head.all("cc"), *word.all("cc")))


def _is_of_another(word: Word, subject: Word | None) -> bool:
    """Whether a verb of the third person has no subject, and the speaker is the one before it."""
    spoken = subject is not None and subject.low in ("i", "we")
    return spoken and word.tag == "VBZ" and _subject(word) is None


def _governed(word: Word, head: Word) -> Clause | None:
    """Return a verb under another that says whether it begins, ends, is planned, or only wished
    for.
    """
    if word.child(*SUBJECTS) is not None:
        return None
    if head.lemma in LOOKS_FORWARD and not head.is_verb:
        return _planned(word, _read(head if head.child(*SUBJECTS) else head.head))
    outer = _read(head) if _heads_clause(head) else None
    if outer is None:
        return None
    inner = replace(outer, verb=word, chain=(*outer.chain, word))
    if head.low == "used":
        return replace(inner, tense=Tense.USED_TO)
    if head.lemma in PLANS and (head.lemma != "go" or outer.tense is Tense.PROGRESSIVE):
        return _planned(word, outer)
    if head.lemma in LEAVES and word.lemma in FOLLOWING:
        return _circumstance(word, head)
    if head.lemma in STARTS | ENDS:
        return replace(inner, phase=Phase.START if head.lemma in STARTS else Phase.END)
    return inner if _goes_on(head, word) else None


def _goes_on(head: Word, word: Word) -> bool:
    """Whether a verb says that another goes on; "she keeps on at me to join" does not."""
    return head.lemma in GOES_ON and (head.lemma != "keep" or word.tag == "VBG")


def _planned(word: Word, outer: Clause | None) -> Clause | None:
    if outer is None or outer.tense is Tense.USED_TO:
        return None
    unsure = _conditional(word) or _conditional(outer.verb)
    act = SpeechAct.HYPOTHETICAL if unsure else outer.act
    return replace(outer, verb=word, tense=Tense.FUTURE, chain=(*outer.chain, word), act=act)


def _reported(word: Word, head: Word) -> Clause | None:
    """Return what somebody says, thinks or knows; or a main clause that the parser hung on a later
    one.
    """
    own = _own(word)
    if own is None or own.subject is None or not _heads_clause(head):
        return None
    if head.lemma in KNOWS and word.index < head.index and _negated(head):
        # "I live in Bradford, I don't know why I said Leeds."
        return own
    if any(child.low in CONDITIONS for child in word.children if child.dep in ("mark", "advmod")):
        return None
    apart = any(child.low in (",", ";", "-") for child in (*head.children, *word.children))
    if word.index > head.index and not apart and _denies(head):
        # "He did not confirm that he works there", "don't write that I'm a teacher".
        return None
    if head.lemma in TELLS | GUESSES | KNOWS and _subject(head) is not None:
        return _others_words(own, head)
    return own if head.tag == "VB" or word.index < head.index or apart else None


def _others_words(own: Clause, head: Word) -> Clause | None:
    outer = _read(head)
    if outer is None or outer.subject is None or outer.negated:
        return None
    first = outer.subject.low in ("i", "we")
    if head.lemma in KNOWS or (head.lemma in TELLS and first):
        return replace(own, act=outer.act) if first else None
    if head.lemma in GUESSES:
        return replace(own, source=SourceConfidence.SPECULATED, act=outer.act) if first else None
    return replace(own, source=SourceConfidence.INFERRED, teller=outer.subject, act=outer.act)


def _circumstance(word: Word, head: Word) -> Clause | None:
    own = _own(word)
    if own is None:
        return None
    follows = word.tag == "VBG" or head.lemma in LEAVES
    if follows and word.lemma in FOLLOWING and not _marks(word):
        return _following(own, head)
    marks = _marks(word)
    if marks & CONDITIONS or _turned_round(word, own):
        return replace(own, act=SpeechAct.HYPOTHETICAL)
    if marks & MOMENTS or "since" in marks:
        return _of_its_time(own, marks, head)
    return own if marks & REASONS and own.subject is not None else None


def _of_its_time(own: Clause, marks: set[str], head: Word) -> Clause:
    """Return what tells the time of something past, and so is past itself: "before I became a
    teacher".
    """
    outer = _read(head) if _heads_clause(head) else None
    dated = replace(own, dated_only=True)
    if own.negated or own.tense is not Tense.PAST or outer is None or not _is_past(outer):
        return dated
    if marks & DURING:
        # "When she was six" tells an age of that time, and "when I was young" little more.
        aged = own.verb.lemma == "be" and own.verb.child("attr", "acomp")
        lasts = own.verb.lemma in LASTING and not (aged and aged.tag in ("CD", "JJ"))
        return replace(dated, presupposed=lasts, over=lasts)
    # "He died before he became a teacher."
    led = "before" in marks and (outer.verb.lemma in LASTING or outer.tense is Tense.USED_TO)
    return replace(dated, presupposed=led or "after" in marks)


def _is_past(clause: Clause) -> bool:
    """Whether a clause tells outright of what was."""
    told = clause.act is SpeechAct.ASSERTION and not clause.negated
    return told and clause.tense in (Tense.PAST, Tense.USED_TO)


def _behind(word: Word, link: Word) -> Clause | None:
    """ "Before moving to Delft I lived in Breda": what it tells of is past, and of who lived."""
    outer = _read(link.head) if word.tag == "VBG" and _heads_clause(link.head) else None
    if outer is None or not _is_past(outer) or _negated(word):
        return None
    own = replace(outer, verb=word, tense=Tense.PAST, chain=(word,), over=False)
    return _of_its_time(own, {link.low}, link.head)


def _following(own: Clause, head: Word) -> Clause | None:
    """Return what begins after what is told: "I quit in August, starting at York on 1 October"."""
    outer = _read(head) if _heads_clause(head) and own.verb.index > head.index else None
    if outer is None or outer.negated or own.subject is not None:
        return None
    tense = Tense.PROGRESSIVE if own.verb.tag == "VBG" else outer.tense
    return replace(own, subject=outer.subject, tense=tense, act=outer.act)


def _turned_round(word: Word, own: Clause) -> bool:
    """ "Had I studied law": a condition without its "if"."""
    helpers = [c for c in word.all("aux") if c.low in ("had", "were", "should")]
    return own.subject is not None and any(h.index < own.subject.index for h in helpers)


def _relative(word: Word, head: Word) -> Clause | None:
    """ "My sister, who lives in Porto": the relative pronoun is the noun before it."""
    own = _own(word)
    if own is None or own.subject is None:
        return None
    return replace(own, subject=head) if own.subject.low in ("who", "that") else own


def _has_got(verb: Word) -> bool:
    helper = verb.child("aux") if verb.low == "got" else None
    present = helper is not None and helper.low in ("have", "'ve", "has", "'s", "’ve", "’s")
    return present and verb.child("dobj") is not None


def _tense(word: Word) -> Tense | None:
    """Return the verb's tense; none for wishes, possibilities and commands with a modal."""
    if _has_got(word):
        return Tense.PRESENT
    helpers = word.all("aux", "auxpass")
    modal = next((w for w in helpers if w.tag == "MD"), None)
    if modal is not None:
        return _modal_tense(modal, word)
    if any(_is_have(helper, word) for helper in helpers):
        return _perfect(word, helpers)
    if word.tag == "VBG" and [w.low for w in helpers] == ["been"]:
        # "Been living in Leeds since May."
        return Tense.ONGOING
    if word.low in UNCHANGED and word.tag in ("VBP", "VB") and not helpers:
        return Tense.PAST
    finite = next((w.tag for w in helpers if w.tag in ("VBD", "VBP", "VBZ")), word.tag)
    if (word.tag == "VBG" and finite in ("VBP", "VBZ")) or _is_getting(word, helpers):
        return Tense.PROGRESSIVE
    return FORMS.get(finite, Tense.BARE)


def _modal_tense(modal: Word, verb: Word) -> Tense | None:
    """Return the tense of a verb with a modal; "my husband won't touch fish" tells of every day."""
    once = any(word.low in PASSING for word in verb.children)
    refuses = modal.low == "wo" and verb.lemma in REFUSED and not once
    return Tense.PRESENT if refuses else MODALS.get(modal.low)


def _is_getting(word: Word, helpers: list[Word]) -> bool:
    """Whether a passive goes on: "we're getting married"."""
    getting = next((helper for helper in word.all("auxpass") if helper.tag == "VBG"), None)
    beside = [] if getting is None else [*helpers, *getting.children]
    return any(helper.tag in ("VBP", "VBZ") for helper in beside)


def _perfect(verb: Word, helpers: list[Word]) -> Tense:
    """Return the tense of a verb with "have"."""
    if any(helper.low == "had" for helper in helpers):
        return Tense.PAST
    return Tense.ONGOING if verb.tag == "VBG" else Tense.PERFECT


def _is_have(helper: Word, verb: Word) -> bool:
    """Whether a helping verb is "have"; so is "'s" before a participle of the past."""
    short = helper.low == "'s" and helper.dep == "aux" and verb.tag == "VBN"
    return helper.lemma == "have" or short


def _negated(word: Word) -> bool:
    """Whether it is denied, by "not", "never", or "no" before its object: "we have no garden"."""
    helpers = [word, *(h for h in word.all("auxpass") if h.tag == "VBG")]
    denied = any(child.dep == "neg" for helper in helpers for child in helper.children)
    joint = min(
        (c.index for c in word.children if c.low in (",", "so") and c.index > word.index),
        default=None,
    )
    # "I have a dog, so no cats."
    near = (had for had in word.all("dobj") if joint is None or had.index < joint)
    return denied or any(_has_no(had) for had in near)


def _denies(word: Word) -> bool:
    """Whether a verb is denied by any word: "not", "at no point", "nobody"."""
    beside = [child for child in word.children if child.dep in ("prep", "npadvmod", *SUBJECTS)]
    below = [each for child in beside for each in (child, *child.children)]
    words = {each.low for part in below for each in (part, *part.children)}
    return _negated(word) or bool(words & _NONE)


def _ended(word: Word) -> bool:
    """ "No longer", "not any more": it was so before."""
    for child in word.children:
        if child.low in ("anymore", "no longer"):
            return True
        beside = {below.low for below in child.children}
        if child.low in ("longer", "more") and beside & {"no", "any"}:
            return True
    return False


_HANGING: dict[str, Callable[[Word, Word], Clause | None]] = {
    "conj": _beside,
    "xcomp": _governed,
    "ccomp": _reported,
    "dep": _reported,
    "advcl": _circumstance,
    "relcl": _relative,
    "pcomp": _behind,
}
