"""What a speaker does with a sentence: states, asks, supposes, plays, mocks, corrects.

Everything here reads plain text, by rule; what hangs on grammar (a plan, another's words) is found
with the clause. In doubt the answer is the one that keeps less.
"""

from __future__ import annotations

import re

from extraction.language.sentence import Sentence
from extraction.model.candidates import Tag
from extraction.model.standing import Term, term
from extraction.offline.clauses import pretence
from graph.vocabulary import SpeechAct

_QUESTION_TAG = re.compile(
    r"[,;-]\s*(?:and\s+|but\s+)?(?:(?:what|how) about (?:you|yours|u)\b[^?]*"
    r"|(?:you|yours|u)|can you believe (?:it|that)|(?:you )?know what I mean|guess what)\s*\?+\s*$",
    re.IGNORECASE,
)
_ASKING_WORD = "what|where|when|why|how|who|whose|which"
_HELPING = "do|does|did|is|are|was|were|have|has|had|can|could|would|will|should|may|might"
_OPENING = r"^\W*(?:(?:and|so|but|well|ok|okay|also|hey|right|wait)\W+)*"
_OPENS_QUESTION = re.compile(
    rf"{_OPENING}(?:{_HELPING}|{_ASKING_WORD})\b.*\?", re.IGNORECASE | re.DOTALL
)
_UNMARKED_QUESTION = re.compile(
    rf"{_OPENING}(?:(?:{_ASKING_WORD})(?:['’]?s)?"
    r"|(?:can|could|would|will|do|did|have|are|were) (?:you|u|we|i|they)"
    r"|(?:is|are|was) (?:it|there|this|that))\b",
    re.IGNORECASE,
)
_STATED_AFTER = re.compile(r"[,;–—]\s*(?:i|i'm|im|i've|ive|my|we|our)\b", re.IGNORECASE)
# A statement with a question after it: "I live in Leeds, can you suggest a gym?"
_STATED_THEN_ASKED = re.compile(
    rf"(?P<stated>(?:^|(?<=[.!?\n]))[ \t]*(?!(?:and |but |so )?"
    rf"(?:{_HELPING}|{_ASKING_WORD}|if|suppose|any)\b)[^.!?\n]*?\b(?:I|I'm|I've|my|we|our"
    r"|mum|mom|dad|grandad|grandma|gran|nan)\b[^.!?\n]*?)"
    r"(?P<asked>(?:(?:[,;–—-]|\s-)\s*(?:so |and |but |then )*(?:can|could|would|will|do|does|did|is"
    rf"|are|should|shall|any(?:thing|one|where|body)?|{_ASKING_WORD}|have you|may|am"
    r"|maybe|(?:\w+ )?(?:ideas|tips|suggestions|advice|recs|recommendations|thoughts|hacks|help)"
    r"|good for|worth|ok(?:ay)? (?:to|if))"
    r"|\s+(?:so|and)\s+(?:can|could|would|will) (?:you|u|we|i))\b[^.!?\n]*\?)",
    re.IGNORECASE,
)
_SUPPOSING = re.compile(
    r"\b(?:what if|if (?:only )?I (?:were|was|had|lived|worked)|if (?:he|she|we|they) were"
    r"|suppos(?:e|ing) (?:that )?(?:I|we|he|she|my)|imagin(?:e|ing) (?:that )?(?:I|we|he|she|my|if)"
    r"|let'?s (?:say|assume|suppose|imagine)|^\W*(?:just )?say (?:that )?(?:I|we)\b"
    r"|assum(?:e|ing) (?:that )?I|hypothetical(?:ly)?|for the sake of argument|as if I"
    r"|i wish|if only|in theory|in (?:another|a different|a parallel) (?:life|world|universe)"
    r"|there(?:['’]?s| is) no (?:way|chance)|rumou?r has it"
    r"|(?:said|told \w+|says) .{0,60}\bas a joke"
    r"|(?:was|were|is|he['’]?s|she['’]?s) (?:only |just )?(?:joking|kidding)"
    r"|according to (?!(?:my|the|our) (?:doctor|gp|consultant|surgeon|nurse|vet|dentist|midwife))"
    r"|(?:^|[,;])\s*(?:(?:just|please|yes|ok|okay),? )*say (?:that )?"
    r"(?:I|we) (?:love|like|live|work|am)"
    r"|e\.g|for instance\W+(?:I|my|we)|say something like"
    r"|how (?:do|would) (?:I|you|we) (?:say|spell|write|translate|pronounce)"
    r"|what(?:['’]s| is) the \w+ for|in (?:class|english class) we wrote"
    r"|theoretically|as though I|for example,? if|were I|had I (?:been|not|only|stud|work|liv|had)"
    r"|picture (?:me|this)|in my dreams?|(?:what|how) would|for instance,? if|thought experiment"
    r"|just as an example|let us (?:say|assume|suppose|imagine)"
    r"|say (?:my|that my|our|we|he|she) [\w ]{0,20}?(?:is|are|was|were|has|have|lives?|works?))\b",
    re.IGNORECASE,
)
_MOCKING = re.compile(
    r"^\W*(?:oh,? (?:great|wonderful|joy|fantastic|perfect|brilliant|sure|yes)\b(?!\s+to\b)"
    r"|yeah,? (?:right|sure)\b|as if\b|just (?:great|what I needed|perfect)\b"
    r"|how (?:wonderful|delightful|lovely) (?:that|,)|because (?:obviously|of course)\b"
    r"|thanks a lot for)|(?:^|\s)/s\b|🙄|\bnot\s*!+\s*$|\bsure,? because\b"
    r"|\bI (?:just |so |really |totally |absolutely )*(?:love|adore"
    r"|enjoy) (?:it )?(?:when|how|that)\b"
    r"|\b(?:just |so |totally |absolutely |really )+(?:love|adore|enjoy"
    r"|live for) being [\w ]*?\w+(?:ed|en|ck|ut|id)\b"
    r"|\b(?:a|like a|about a|ten|five|a few|several) (?:million|billion|zillion|gazillion"
    r"|bazillion|trillion)"
    r" (?!dollar|euro|pound|people|follower|subscriber|view)\w+|[😒🙃]|\bsaid no ?one ever\b"
    r"|\b(?:king|queen|emperor|pope|president|tsar|sultan) of (?:the )?(?:england|sheba"
    r"|spain|france"
    r"|rome|world|universe|america|united states|moon|mars|procrastination|everything)\b"
    r"|,\s*(?:obviously|clearly|of course|naturally)\s*[.!]*$|\bwhat a (?:surprise"
    r"|shock(?:er)?|joy|treat)\b"
    r"|\b(?:oh|ah|wow),? (?:how|what a) \w+\b|\bwho (?:doesn't|wouldn't) love\b"
    r"|\bmy favou?rite (?:\w+ )?"
    r"(?:is|hobby is|pastime is) (?:apparently|obviously|clearly|getting|being)\b"
    r"|\b(?:lucky|poor|silly) me\b|\beye ?roll\b|\*sarcasm\*|\bsarcasti",
    re.IGNORECASE,
)
_PRAISING = re.compile(
    r"\bI (?:just |so |really |totally |absolutely )*(?:love|adore|enjoy|live for)\b"
    r"|\bmy favou?rite\b",
    re.IGNORECASE,
)
# "In Friends, Ross is a palaeontologist": a title where a place would stand, and a name.
_IN_TITLE = re.compile(
    r"^\W*In (?:the (?:book|film|movie|show|series|novel|play) )?[A-Z][\w' ]*, (?:[A-Z]\w+)"
    r" (?:is|was|lives|works|has|owns|plays|dates|marries|loves|hates)\b"
)
_JOKING = re.compile(
    r"\b(?:just (?:kidding|joking)|i'm (?:kidding|joking)|\bjk\b|only joking|kidding!"
    r"|(?:only|totally) kidding|got you there|gotcha|april fools?|i was joking|not really,? though)"
    r"|^\W*(?:not|as if|yeah right|psych|nah|in my dreams)\s*[.!]*\s*$",
    re.IGNORECASE,
)
_HEDGED_SELF = re.compile(
    r"\bI(?:'m| am) (?:actually|basically|practically|technically|essentially|kind of|kinda"
    r"|sort of|like|obviously|totally|pretty much) (?:also )?(?:an?|the) ",
    re.IGNORECASE,
)
_THEN_ASKS = re.compile(
    r"[,;-]\s*so\s+(?:please\s+|just\s+|you can\s+|feel free to\s+|don't\s+)?(?:can you\s+)?"
    r"(?:explain|walk|tell|give|talk|go|skip|show|use|speak|be|let|get|make|help|describe|treat"
    r"|assume|dumb|break|teach|answer|spare|hit|bother|worry|hold)\b",
    re.IGNORECASE,
)
_LEADS_TO = re.compile(
    r",(?=\s+so\s+(?:please|pls|no|nothing|do(?:n['’]?t| not)|tell|give|keep|avoid|skip|use|break"
    r"|make|write|explain|find|suggest|help|just|i['’]d like|maybe)\b)",
    re.IGNORECASE,
)
_ERROR = (
    r"I misspoke|I was wrong|my mistake|I got that wrong|I made a mistake"
    r"|let me correct|to correct myself"
    r"|that(?:['\u2019]s| was| is)(?: all)? wrong(?=\s*[:,;.!–—-])"
)
_CORRECTS = re.compile(
    r"^\W*(?:oh\W+|hmm\W+|ah\W+)?(?:(?:no wait|no,? sorry|no|nope|wait|sorry,? no|sorry"
    r"|correction|oops|hang on"
    r"|scratch that|strike that|apologies)(?=\s*[,.;:!-])"
    r"|actually\b(?=\s*,|\s+(?:I|my|it|we|she|he)\b))"
    rf"|\b(?:{_ERROR}|I meant|I should have said)\b|^\s*\*\w"
    r"|^\W*I mean,? (?:(?:in|at|to|on|from) )?(?-i:[A-Z0-9])[\w'’-]*"
    r"(?: (?-i:[A-Z0-9])[\w'’-]*)*\W*$",
    re.IGNORECASE,
)
_ADMITS = re.compile(
    rf"\b(?:{_ERROR}|misspoke|I was mistaken|I got it wrong|correction|(?:scratch|strike) that"
    r"|that (?:was|is) wrong|that (?:was|is)(?:n['\u2019]t| not) (?:true|right))\b",
    re.IGNORECASE,
)
# Words that make a guess of what they stand beside.
HEDGES = frozenset({"maybe", "perhaps", "probably", "possibly", "apparently", "supposedly"})
_GUESSING = re.compile(
    rf"^\W*(?:{'|'.join(sorted(HEDGES))}|I guess|I suppose|if I remember)\b"
    r"|,\s*(?:I guess|I suppose|I think)\s*[.!]*$",
    re.IGNORECASE,
)
# What is said with these may be meant as a joke.
_IRONIC = re.compile(
    r"\b(?:literally|obviously|legally|clearly|made of money|at this point|ha(?:ha)+)\b",
    re.IGNORECASE,
)
# What is to be done each time: "when I paste code, just fix it".
_EACH_TIME = re.compile(
    r"^\W*when(?:ever\s+(?:I|you)|\s+(?:I (?:paste|send|ask|give|share|show|post|write)"
    r"|you (?:send|write|answer|reply|respond|explain|give|suggest|recommend|use|look)))\b"
    r"[^.!?,]{2,60},",
    re.IGNORECASE,
)
# How an assistant is to answer, for good: "keep your answers short".
_ANSWERING = re.compile(
    r"^\W*(?:(?:please|can you|could you|just|and)\s+)*"
    r"(?:keep|make|write|format|phrase)\s+(?:all\s+)?your\s+"
    r"(?:answers|replies|responses|explanations|summaries|suggestions)\b",
    re.IGNORECASE,
)
# What makes a request one for good.
_STANDING = re.compile(
    r"\b(?:always(?! (?:have|has|had|will|do|does|did|am|is|are|been)\b)"
    r"|from now on|from here on|henceforth|going forward|in future|whenever|every time"
    r"|each time|by default|at all times)\b",
    re.IGNORECASE,
)
_COMMANDS = re.compile(
    r"^\W*(?:(?:please|from now on|going forward|in future|and|remember to|by default),?\s+)*"
    r"(?P<word>always|never(?! (?:mind|been|had|seen|learn(?:ed|t)|got|went|did|was|could|again)\b)"
    r"(?! \w+ (?:I|we)\b)"
    r"|(?:do not|don['’]?t)(?! (?:worry|ask|tempt|mind|get me|be silly|you|know|think|want|feel"
    r"|have|see|like|understand|remember|care|need|wanna|really|even|believe|suppose|own|drink|eat"
    r"|drive|smoke)\b)"
    r"|avoid|stop (?:with|using|calling|adding)(?! my\b)|make sure(?: to| you| that you)?)\b",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\bplease\b|^\W*(?:from (?:now|here) on|going forward|in future),?\s+(?!(?:I|we|my|our)\b)",
    re.IGNORECASE,
)
# What an assistant is never to do: "I never want to see emojis in your answers".
_UNWANTED = re.compile(
    r"^\W*I (?:never|do(?: not|n['’]?t) ever) want (?:you to\b|[^.!?]*\b(?:in|from|with) your\b)",
    re.IGNORECASE,
)
_PROHIBITS = frozenset({"never", "do not", "don't", "dont", "avoid"})


# "Could you always give me prices in euro?"
_ASKED_FOR_GOOD = re.compile(
    r"^\W*(?:(?:so|and|also|ok|okay),?\s+)?(?:could|can|would) (?:you|u) (?:please |pls )?"
    r"(?:always|only ever|from now on|in future|never)\s+(?:give|use|write|answer|reply|keep|put"
    r"|include|show|call|speak|respond|explain|list|add|format|send|convert|stick|start|end|tell)\b",
    re.IGNORECASE,
)


def asked_for_good(sentence: str) -> bool:
    """Whether a question asks an assistant to do something from now on."""
    return _ASKED_FOR_GOOD.match(sentence) is not None


def without_tag(sentence: str) -> str:
    """Return the sentence without a question that only hangs on it ("…, what about you?")."""
    return _QUESTION_TAG.sub("", sentence)


def without_asked(text: str) -> str:
    """Return the text with questions that follow a statement in its sentence blanked out, offsets
    kept.
    """
    return _STATED_THEN_ASKED.sub(_stated, text)


def apart(text: str) -> str:
    """Return the text with what a statement leads to as a sentence of its own, offsets kept.

    "I have a dog, so no cats"; not where the statement may only be put on ("I'm actually a doctor,
    so explain it").
    """
    return text if _HEDGED_SELF.search(text) else _LEADS_TO.sub(".", text)


def _stated(match: re.Match[str]) -> str:
    asked = match["asked"]
    return f"{match['stated']}.{' ' * (len(asked) - 1)}"


def act(sentence: str) -> SpeechAct:
    """Return what the sentence as a whole does."""
    stated = without_tag(sentence)
    if stated.rstrip(" \"')*!").endswith("?") or _OPENS_QUESTION.match(stated):
        return SpeechAct.HYPOTHETICAL if _SUPPOSING.search(stated) else SpeechAct.QUESTION
    if _MOCKING.search(stated):
        return SpeechAct.SARCASM
    if _IN_TITLE.match(stated):
        return SpeechAct.ROLE_PLAY
    if pretence.playing(stated):
        return SpeechAct.ROLE_PLAY
    if _SUPPOSING.search(stated) or (_HEDGED_SELF.search(stated) and _THEN_ASKS.search(stated)):
        return SpeechAct.HYPOTHETICAL
    return SpeechAct.ASSERTION


def mocking_on(sentence: str) -> bool:
    """Whether praise is meant like the mockery before it: "Oh brilliant. I love standing here"."""
    return _PRAISING.search(sentence) is not None


def joking(sentence: str) -> bool:
    """Whether it takes back, as a joke, what stands before it."""
    return _JOKING.search(sentence) is not None


def corrects(sentence: str) -> bool:
    """Whether the sentence says that something said before was wrong."""
    return _CORRECTS.search(sentence) is not None


def admits_error(sentence: str) -> bool:
    """Whether it says in so many words that something was never so, and not only that it is not."""
    return _ADMITS.search(sentence) is not None


def hedging(sentence: str) -> bool:
    """Whether its one sign of correcting is "actually", which as often only begins a story."""
    return re.match(r"\W*actually\b", sentence, re.IGNORECASE) is not None


def guessing(sentence: str) -> bool:
    """Whether the whole sentence is said as a guess."""
    return _GUESSING.search(sentence) is not None


def maybe_ironic(sentence: str) -> bool:
    """Whether it has a word that often goes with what is not meant: "literally 400 years old"."""
    return _IRONIC.search(sentence) is not None


def asks_unmarked(sentence: str) -> bool:
    """Whether it opens like a question, whoever leaves out the mark, and states nothing after."""
    asked = _UNMARKED_QUESTION.match(sentence)
    return asked is not None and _STATED_AFTER.search(sentence, asked.end()) is None


def rule(sentence: Sentence) -> Tag | None:
    """``convention`` or ``constraint``, if it tells an assistant what to do from now on.

    That is a command, by its grammar or by how it opens, with a word that makes it one for good, or
    at least none that binds it to what is at hand.
    """
    if term(sentence.text) is Term.ONCE:
        return None
    if asked_for_good(sentence.text):
        return "constraint" if " never " in sentence.text else "convention"
    opening = _COMMANDS.match(sentence.text)
    word = "" if opening is None else opening["word"].casefold().replace("’", "'")
    if word == "never" and _tells(sentence):
        return None
    if word in _PROHIBITS or word.startswith("stop") or _UNWANTED.match(sentence.text):
        return "constraint"
    if _ANSWERING.match(sentence.text) is not None:
        return "convention"
    said_so = _STANDING.search(sentence.text) or _EACH_TIME.match(sentence.text)
    for_good = said_so is not None or word.startswith("make sure")
    return "convention" if for_good and _commanding(sentence) else None


def _tells(sentence: Sentence) -> bool:
    """Whether "never" stands before what was, and forbids nothing: "never saw this coming"."""
    never = next((w for w in sentence.words if w.low == "never"), None)
    return never is not None and any(
        w.index == never.index + 1 and w.tag in ("VBD", "VBN") for w in sentence.words
    )


def _commanding(sentence: Sentence) -> bool:
    """Whether it tells somebody to do something: "give me only the diff", "aisle seat, please"."""
    if _ASKING.search(sentence.text) is not None:
        return True
    commands = (
        w for w in sentence.words if w.tag in ("VB", "VBP") and w.dep in ("ROOT", "conj", "xcomp")
    )
    return any(w.child("nsubj", "nsubjpass", "aux") is None for w in commands)
