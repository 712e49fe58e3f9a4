"""How far a pretence, a fiction or a supposition reaches, and what ends it.

- An invitation to play ("let's pretend", "you're a smith and I'm a knight") holds until who plays
  ends it. Another's invitation holds for the next turn, in which it is answered or not.
- Talk of a fiction ("my character", "chapter 2") holds for the rest of its turn and for the
  speaker's next few, in which it may go on.
- A supposition that is laid down ("suppose I'm a nurse.") holds for the rest of its turn.

What ends it is said at the beginning of a sentence, and that sentence is meant; at a later joint of
one it ends it for what follows. "In real life" and what is said "for a second" step out of it for
one sentence only. In doubt it goes on: what is not stored may be said again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from extraction.model.candidates import Turn
from graph.vocabulary import SpeechAct

_GAMES = (
    r"football|soccer|tennis|table tennis|ping[- ]?pong|chess|cards|golf|basketball|cricket|rugby"
    r"|hockey|badminton|volleyball|baseball|squash|poker|monopoly|scrabble|darts|pool|snooker"
    r"|padel|pickleball|frisbee|catch|bridge|ball|some music|music|a song|a tune|it (?:safe|by ear)"
    r"|the (?:guitar|piano|violin|drums|lottery)|together (?:on|at|next|tomorrow)|again (?:on|at)"
)
_PERSON_PLAYED = r"(?:an?|the|your|my|applying|calling) "
_INVITES = re.compile(
    r"\blet['’]?s (?:all |just |now )?(?:pretend|role[- ]?play|practi[sc]e|act out|make[- ]believe"
    r"|(?:do|start|have) (?:an? |the |some )?(?:role[- ]?play|improv|skit|sketch|scene|scenario)"
    rf"|play\b(?!\s+(?:{_GAMES})\b))"
    r"|^\W*(?:(?:please|now|ok|okay|hey|so|can you|could you|will you|would you"
    r"|I(?:['’]d| would) (?:like|love) (?:you )?to|I want (?:you )?to|we (?:can|could|will))\b\W*)*"
    r"(?:pretend|role[- ]?play|act (?:as|like)|play the (?:role|part) of|take on the role"
    r"|assume the role|(?:stay|be|remain|speak) in character)\b"
    r"|\b(?:I(?:['’]m| am)|we(?:['’]re| are)) (?:now )?(?:pretending|role[- ]?playing|in character)"
    r"|\bwe (?:(?:have|need|want|are going) to|should|must|could|can|will)"
    r" (?:all |just )?(?:pretend|role[- ]?play|act as if)\b"
    rf"|\byou(?:['’]?re| are| be| will be| play)? (?:an?|the|my) [\w ]{{2,40}}(?:and|,)"
    rf" I(?:['’]?m| am|['’]ll be| will be|['’]ll play| play) {_PERSON_PLAYED}"
    r"|\bI(?:['’]ll| will) (?:be|play) (?:the|an?) [\w ]{2,30} and you\b",
    re.IGNORECASE,
)
_PLAYING = re.compile(
    r"\b(?:pretend(?:ing)?|(?:chapter|ch\.?|scene) \d+|back-?story|made[- ]up (?!for\b)"
    r"|fictional|for an? (?:sketch|skit|novel|short story|screenplay)"
    r"|role[- ]?play(?:ing)?"
    r"|in (?:minecraft|the sims|stardew valley|skyrim|zelda|roblox|fortnite|gta|animal crossing"
    r"|pok[eé]mon|world of warcraft|dungeons and dragons|d&d)"
    r"|in character|act(?:ing)? (?:as|like) (?:if|though|an?|my|the|his|her)"
    r"|play(?:ing)? the (?:role|part) of|in this (?:story|scenario|game)"
    r"|my (?:\w+ )?character|in (?:the|my) (?:story|novel|game|campaign|dream)|cosplay\w*"
    r"|speaking as(?! myself| me\b)"
    r"|in (?:the )?role of|as my (?:alter ego|persona)|act like (?:I|you)(?:'m| am|'re| are)"
    r"|once upon a time"
    r"|take on the role|for (?:the|this) (?:sketch|skit|play|scene|improv)|make[- ]believe)\b",
    re.IGNORECASE,
)
# A supposition that is a sentence of its own, from which what follows goes on.
_LAYS_DOWN = re.compile(
    r"^\W*(?:(?:ok|okay|so|now|well|and|but|just|please|hypothetically)\b\W*)*"
    r"(?:let['’]?s (?:just )?(?:say|assume|suppose|imagine)|let us (?:say|assume|suppose|imagine)"
    r"|suppose|supposing|imagine(?! if\b)|assume|assuming|picture (?:this|me)"
    r"|hypothetically|say (?:that )?(?:I|my|we|our)\b|for the sake of argument"
    r"|(?:as )?(?:a )?thought experiment|in (?:another|a parallel) (?:life|world|universe))\b",
    re.IGNORECASE,
)
# What the listener is to be: "You are a pirate.", "Be my interviewer."
_CASTING = re.compile(
    r"^\W*(?:you(?:['’]?re| are) (?:an?|my) (?!(?:\w+ )?(?:legend|star|genius|lifesaver|life saver"
    r"|gem|angel|saint|champ|hero|doll|treasure|godsend|wizard|machine|beast|darling|love)\b)"
    r"[\w -]{2,40}"
    r"|be my [\w -]{2,30})[.!]?\s*$",
    re.IGNORECASE,
)

_LED = (
    r"(?:(?:ok|okay|k|alright|all right|right|well|so|and|but|now|anyways?|fine|good|great|cool"
    r"|lol|thanks|thank you|haha|phew|no|yes|yeah|please|just|alas|arr+|hey|let me"
    r"|let['’]?s(?: just)?"
    r"|we (?:can|should|could)|you can|I(?:['’]ll| will| want to| need to|['’]d like to"
    r"|['’]m| am)|we(?:['’]re| are)"
    r"|that['’]?s|that is|it['’]?s|it is|this is|that was (?:\w+ )?(?:fun|great|good|nice|enough)"
    r"|time to|can we|could we)(?!\w)[\s,.;:!–—-]*)*"
)
_PLAY = (
    r"(?:role[- ]?play(?:ing)?|rp|game|scenario|story|scene|sketch|skit|play|preten[cs]e"
    r"|charade|act|simulation|improv|fiction|fantasy|make[- ]believe|persona|pretending|tale"
    r"|(?:acting|playing)(?=\s*(?:$|[.,;:!–—-]|now\b|(?:the |this )?(?:game|role|part)s?\b)))"
)
_OF_IT = r"(?:(?:of|with|the|this|that|our|my|all|about|little|silly|now|it|here)\s+){0,4}"
_TOPIC = r"(?:topic|subject|question|matter)"
_SERIOUSLY = (
    r"(?:(?:seriously|for real)\s+now\b|seriously(?:\s+though\b|\s*:)"
    r"|(?:in|with) all seriousness\b|on a (?:more )?serious note\b"
    r"|(?:all )?(?:jok(?:es?|ing)|kidding) aside\b|for real(?=\s*[:,.]))"
)
_CUE = (
    # Atomic: what may follow it decides on the whole of it.
    r"(?>(?:end|stop|quit|drop|leave|exit|finish|close|forget)(?:p?ing|ting)?\s+"
    rf"{_OF_IT}{_PLAY}\b"
    rf"|(?:the )?end {_OF_IT}{_PLAY}\b|the end(?=\s*(?:$|[.!]))"
    rf"|(?:enough|done|no more|finished|through)\s+{_OF_IT}{_PLAY}\b"
    rf"|(?:(?:the|this|our|my)\s+)?{_PLAY}\s*(?:(?:is|has|['’]s)\s+)?"
    r"(?:over|done|finished|ended|ends here)\b"
    r"|(?:(?:go(?:ing)?|com(?:e|ing)|get(?:ting)?|switch(?:ing)?|return(?:ing)?)\s+)?"
    r"(?:back|returning|switching) (?:to|in) (?:(?:the|my|our|being)\s+)*(?:reality|myself|normal"
    r"|earth|real(?: (?:life|world|me|self|stuff|things|talk))?|actual life|serious)\b"
    r"|(?:(?:break|leav|dropp|stepp)ing |step |break |leave |drop )?(?:out of )?character"
    r"(?=\s*(?:$|[.,;:!–—-]|(?:now|for|here|a)\b))|ooc\b"
    r"|(?:not|no longer) (?:pretending|role[- ]?playing|in character|acting|playing)"
    r"(?=\s*(?:$|[.,;:!–—-]|any ?more\b|now\b))"
    r"|(?:I|we)(?:['’]ve| have)? stopped pretending\b|(?:myself|me) again\b"
    r"|(?:I|we) (?:don['’]?t|do not) (?:want to|wanna) (?:play|pretend|role[- ]?play)"
    r"(?=\s*(?:$|[.,;:!–—-]|(?:this |the game )?any ?more\b))"
    r"|(?:(?:speaking|talking|now) )?as (?:myself|the real me)\b(?! (?:in|and)\b)"
    rf"|{_SERIOUSLY}"
    rf"|(?:new|different|another|unrelated) {_TOPIC}(?=\s*(?:$|[.:,–—-]))"
    rf"|(?:a )?change of {_TOPIC}\b|(?:chang|switch)(?:e|ing) (?:the )?{_TOPIC}s?\b"
    rf"|on an? (?:(?:completely|totally) )?(?:different|unrelated) (?:note|{_TOPIC})\b"
    r"|unrelated(?=\s*[:,–—-])|talk about something (?:else|real|different)\b)"
)
# "Stop the game when I say so", "end the story with a wedding".
_NOT_YET = (
    r"(?!\s+(?:if|when|once|after|before|until|till|unless|with|from|by|of|which|where|store|shop"
    r"|for (?!(?:now|today|real|good|the (?:day|moment|night))\b)"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|later|tonight|soon"
    r"|in \w+)\b)(?!['’]s)"
)
_ENDS = re.compile(rf"^\W*{_LED}{_CUE}{_NOT_YET}", re.IGNORECASE)
_ENDS_LATER = re.compile(rf"[,;:.!)–—-]\s*{_LED}{_CUE}{_NOT_YET}", re.IGNORECASE)
# "Anyway, seriously: …": alone, a part may be serious too.
_LEAVES_SERIOUSLY = re.compile(
    r"^\W*(?:anyways?|but|ok|okay|no|right|alright)\b\W+(?:(?:ok|okay|now|no)\b\W*)?seriously\b",
    re.IGNORECASE,
)
# One sentence that is meant, after which it goes on.
_STEPS_OUT = re.compile(
    rf"^\W*{_LED}(?:in real life|irl|in actual life)\b"
    r"(?![^.!?]*\b(?:character|game|story|novel)\b)"
    rf"|^\W*{_LED}{_CUE}[^.!?]*\bfor an? (?:sec|second|moment|minute|bit)\b"
    r"|^\W*\(+\s*(?:ooc|out of character|irl)\b",
    re.IGNORECASE,
)
_IN_FACT = re.compile(
    rf"^\W*{_LED}(?:in reality|in (?:actual )?fact|as it (?:is|stands)|as things stand|by the way"
    r"|btw|in truth|anyways?\b|in real life|irl)(?!\w)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")


@dataclass(frozen=True, slots=True)
class Frame:
    """What sentences are said in: as a part, or under a supposition.

    ``turns``: for how many of the speaker's turns after this one, without an end None.
    """

    act: SpeechAct
    turns: int | None = 0


PART = Frame(SpeechAct.ROLE_PLAY, None)
FICTION = Frame(SpeechAct.ROLE_PLAY, 3)
INVITED = Frame(SpeechAct.ROLE_PLAY, 1)
SUPPOSITION = Frame(SpeechAct.HYPOTHETICAL)


def playing(sentence: str) -> bool:
    """Whether a sentence itself is said in a part, or of a fiction."""
    return bool(_INVITES.search(sentence) or _PLAYING.search(sentence)) and not ends(sentence)


def ends(sentence: str) -> bool:
    """Whether a sentence ends what was played or supposed, and is meant itself."""
    if sentence.rstrip(" \"')*!").endswith("?"):
        return False
    if _STEPS_OUT.search(sentence) is not None:
        return False
    return bool(_ENDS.match(sentence) or _LEAVES_SERIOUSLY.match(sentence))


def steps_out(sentence: str) -> bool:
    """Whether a sentence is meant though what stands around it is not."""
    return _STEPS_OUT.search(sentence) is not None


def casts(sentence: str) -> bool:
    """Whether it gives the listener, an assistant, a part to play."""
    return _CASTING.match(sentence) is not None


def held_from(frame: Frame | None, sentence: str) -> Frame | None:
    """Return the frame in which a sentence is said, after the one before it."""
    if ends(sentence):
        return None
    if _INVITES.search(sentence):
        return PART
    if _PLAYING.search(sentence):
        return frame if frame is PART else FICTION
    if frame is None:
        asked = sentence.rstrip().endswith("?")
        return SUPPOSITION if _LAYS_DOWN.match(sentence) and not asked else None
    return None if frame is SUPPOSITION and _IN_FACT.match(sentence) else frame


def held_after(frame: Frame | None, sentence: str) -> Frame | None:
    """Return the frame that goes on after a sentence that was said in it."""
    asks = sentence.rstrip().endswith("?")
    return None if frame is not None and not asks and _ENDS_LATER.search(sentence) else frame


def frame_before(previous: Iterable[Turn], speaker: str | None) -> Frame | None:
    """Return the frame that earlier turns leave the speaker in."""
    frame: Frame | None = None
    for turn in previous:
        if turn.speaker == speaker:
            frame = _later(frame)
            for sentence in _sentences(turn.text):
                frame = held_after(held_from(frame, sentence), sentence)
        elif frame is None and any(_invited(sentence) for sentence in _sentences(turn.text)):
            frame = INVITED
    return _later(frame)


def _later(frame: Frame | None) -> Frame | None:
    """Return a frame one turn of the speaker later."""
    if frame is None or frame.turns is None:
        return frame
    return replace(frame, turns=frame.turns - 1) if frame.turns else None


def _invited(sentence: str) -> bool:
    return _INVITES.search(sentence) is not None and not sentence.rstrip().endswith("?")


def _sentences(text: str) -> Iterator[str]:
    return (match[0] for match in _SENTENCE.finditer(text))
