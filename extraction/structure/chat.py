"""Chats that were pasted into a message: stamped lines, scripts of who says what, interviews.

A stamp ("[07.03.26, 21:22:40] Chris:") is sure by itself. "Name: text" without one is as often a
heading of the speaker's own ("Update: I moved"), and counts only where names or parts speak.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from extraction.structure.page import Label, Page
from extraction.structure.regions import Kind, Whose
from graph.kernel.entities.given_names import is_given

_T = (
    r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?\s?[Mm]\.?)?"
    r"(?:\s?(?:UTC|GMT|Uhr|h)(?:[+-]\d+)?)?"
)
_D = (
    r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[./-]\d{1,2}\.?"
    r"|(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+)?"
    r"(?:\d{1,2}(?:st|nd|rd|th|\.)?\s+[A-Za-zéûä]{3,9}\.?(?:\s+\d{2,4})?"
    r"|[A-Za-z]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{2,4})?)"
    r"|today|yesterday|heute|gestern|hier|ayer|oggi|ieri"
    r"|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)"
)
_STAMP = rf"(?:{_D}[,T]?\s*(?:at\s+|um\s+|à\s+|kl\.?\s+|-\s*)?)?{_T}(?:,?\s*{_D})?"
_PICTURES = "\u2600-\u27bf\ufe0f\u200d\U0001f1e6-\U0001faff"
_NAME = (
    rf"[~@+]?\s?(?:[^\W_]|[{_PICTURES}])[\w.'’+~ {_PICTURES}-]{{0,38}}?[\w).]?"
    r"(?:\s*\((?!\d)[^()]{1,25}\))?"
)
_BULLET = r"[\u200e\u200f\s*_-]*"
# A message in one line after its stamp and its author.
_STAMPED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf"^{_BULLET}[\[(](?P<date>{_STAMP})[\])]\s*(?:<[@+%& ]?(?P<nick>[^<>\s]{{1,30}})>\s?"
            rf"|(?P<author>{_NAME})\s*[:：]\s?)(?P<said>.*)$"
        ),
        (
            rf"^{_BULLET}(?P<date>{_STAMP})\s*(?:[-–—|]\s*)?"
            rf"(?:<[@+%& ]?(?P<nick>[^<>\s]{{1,30}})>\s?"
            rf"|(?:from\s+)?(?P<author>{_NAME})(?:\s+to\s+\w+(?:\s\w+)?)?\s*[:：]\s)(?P<said>.*)$"
        ),
        (
            rf"^{_BULLET}(?P<author>{_NAME})\s*[,]?\s*[\[(](?P<date>{_STAMP})[\])]\s*[:：]\s?(?P<sa"
            rf"id>."
            rf"+)$"
        ),
        rf"^{_BULLET}(?P<author>{_NAME}),?\s+(?P<date>{_STAMP})\s*[:：]\s(?P<said>.+)$",
        (
            rf"^{_BULLET}[\[(](?P<date>{_STAMP})[\])]\s*(?P<author>{_NAME})\s*(?:[-–—]"
            rf"|>+)\s+(?P<said>.*)$"
        ),
        (
            r"^(?:\[(?P<date>[^\]\n]{4,30})\]\s*)?<[@+%& ]?(?P<nick>[A-Za-z][\w"
            r"|^`\[\]{}-]{1,29})>\s+(?P<said>\S.*)$"
        ),
    )
)
# A line with author and time over the message itself.
_OVER = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf"^{_BULLET}\**(?P<author>{_NAME})\**\s*(?:APP|BOT|\(edited\))?\s*[,]?\s*"
            rf"(?:[-–—•·|]\s*|[\[(])?(?P<date>{_STAMP})[\])]?\s*(?:\(edited\)|:)?$"
        ),
        rf"^{_BULLET}[\[(](?P<date>{_STAMP})[\])]\s*(?P<author>{_NAME})\s*:?$",
    )
)
_FULL_DATE = re.compile(r"\d[./-]\d{1,2}[./-]|\d{4}")
# A time after two blanks, a dash or a bracket, or with its day, is a chat's.
_SURELY_OVER = re.compile(
    r"(?:\s{2}|[-–—•·|]\s*|[\[(])\S*.{0,30}\d[:.]\d|\bat\s+\d|\d[./-]\d{1,2}[./-]"
)
# A name, and below it a time, and below that the message.
_ALONE = re.compile(r"^[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,3}$")
_TIME_ALONE = re.compile(rf"^{_STAMP}$", re.IGNORECASE)
_CUE = re.compile(r"^(?:\d+:)?\d{1,2}:\d{2}[.,]\d{3}\s+-->\s+")
_TAGGED_VOICE = re.compile(r"^<v(?:\.\w+)* (?P<author>[^>]{1,40})>(?P<said>.*)$")
# No author: a level of a log, a heading of time.
_NO_AUTHOR = re.compile(
    r"^(?:info|warn(?:ing)?|error|debug|trace|fatal|critical|notice|at|on|by|until|from|to|since"
    r"|around|about|before|after|and|or|the|a|an|i|my|we|our|it|meeting|call|lunch|dinner|breakfast"
    r"|flight|train|doors?|start|end|open|opens|close|closes|arrive|arrival|depart(?:ure)?|time"
    r"|alarm|date|when|note|ps|update|edit)\b",
    re.IGNORECASE,
)
_SELF = frozenset({"me", "myself", "you", "ich", "moi", "yo", "io", "ik", "jag", "eu", "i", "mine"})
_ASKING = frozenset({"user", "human", "prompt", "usr", "you", "me"})
_MACHINES = frozenset(
    {
        *(
            "assistant",
            "ai",
            "bot",
            "chatbot",
            "chatgpt",
            "gpt",
            "gpt-4",
            "gpt-4o",
            "gpt-5",
            "claude",
        ),
        *(
            "gemini",
            "copilot",
            "llama",
            "mistral",
            "grok",
            "deepseek",
            "perplexity",
            "siri",
            "alexa",
        ),
        *("model", "system", "ai assistant", "assistant (ai)", "llm", "response", "tool", "doxa"),
    }
)
_PARTS = frozenset(
    {
        *(
            "customer",
            "client",
            "agent",
            "support",
            "operator",
            "rep",
            "interviewer",
            "interviewee",
        ),
        *("candidate", "applicant", "host", "guest", "caller", "moderator", "narrator", "reporter"),
        *(
            "therapist",
            "patient",
            "doctor",
            "nurse",
            "teacher",
            "student",
            "tutor",
            "pupil",
            "coach",
        ),
        *(
            "q",
            "a",
            "question",
            "answer",
            "seller",
            "buyer",
            "landlord",
            "tenant",
            "recruiter",
            "hr",
        ),
        *("officer", "witness", "judge", "attorney", "counsel", "waiter", "receptionist", "op"),
        *("mum", "mom", "dad", "mother", "father", "man", "woman", "boy", "girl", "voice", "frage"),
        *("antwort", "pregunta", "respuesta", "domanda", "risposta", "vraag", "antwoord", "kunde"),
        *("person", "p", "s", "respondent", "subject", "member", "guy", "passenger", "colleague"),
        *("manager", "boss", "employee", "player", "dm", "gm", "speaker", "participant", "friend"),
        *("interviewer 1", "interviewer 2", "m", "w", "b", "c", "int", "res", "anchor", "author"),
    }
)
_LABEL = re.compile(
    r"^[\s>*_#-]{0,6}(?P<label>@?[^\W\d_][\w.'’()-]*(?: [\w.'’()&-]+){0,3})(?:\s*\[[^\]]{1,20}\])?"
    r"\s*[*_]{0,3}\s?[:：]\s*[*_]{0,3}\s*(?P<said>.*)$"
)
_HEADED = re.compile(
    r"^[\s*_#]{0,6}(?P<label>You|User|Human|ChatGPT|GPT-\d\w*|Claude|Gemini|Copilot|Assistant|AI)"
    r"(?:\s+(?:said|wrote|asked|replied|answered))?\s*:?[*_\s]{0,4}$"
)
# A given name, a title before a name, or a part before a dash: who says it in a script or a play.
_TITLES = frozenset(
    {"mr", "mrs", "ms", "miss", "mx", "dr", "prof", "professor", "captain", "sir", "madam", "lady"}
    | {"lord", "officer", "sister", "brother", "father", "rev", "reverend", "judge", "detective"}
    | {"inspector", "sergeant", "sgt", "lieutenant", "colonel", "general", "president", "senator"}
    | {"uncle", "aunt", "auntie", "nurse", "doctor", "coach"}
)
_DASHED = re.compile(
    r"^[\s>*_]{0,6}(?P<label>[A-Z][\w.'’]*(?: [A-Z][\w.'’]*){0,2})[*_]{0,3}"
    r"\s+[-–—]\s+(?P<said>\S.*)$"
)
_BRACKETED = re.compile(r"^[(\[](?P<label>[A-Z][\w.'’]*(?: [A-Z][\w.'’]*)?)[)\]]\s+(?P<said>\S.*)$")
# "user> I'm a baker", "<|assistant|> I love bread": how models are given a talk.
_TOKEN = re.compile(
    r"^(?:<\|(?:im_start\|>\s*)?(?P<token>\w+)(?:\|>)?|(?P<prompt>user|human|bot|assistant|ai|model)>)"
    r"\s*(?P<said>.*)$",
    re.IGNORECASE,
)
# A name alone over what somebody says: bold, or in capitals as in a play.
_NAME_OVER = re.compile(
    r"^(?:\*\*(?P<bold>[A-Z][\w.'’]*(?: [A-Z][\w.'’]*)?)\*\*:?"
    r"|(?P<play>[A-Z][A-Z.'’]+(?: [A-Z.'’]+)?))$"
)
_NUMBERED = re.compile(r"\s*#?\d+$|\s+[a-z]$")
_INTRODUCED = re.compile(r"\s+(?:here|speaking|again)$", re.IGNORECASE)
_SPEAKS = re.compile(
    r"\b(?:I|I['’](?:m|ve|d|ll)|im|me|my|mine|we|we['’](?:re|ve)|our|us|you|your|u)\b|\?\s*$",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(
    r"\b(?:I|I['’](?:m|ve|d|ll)|im|ive|my|we|we['’](?:re|ve)|our)\b", re.IGNORECASE
)
_NOT_WORDS = frozenset(
    {
        *(
            "update",
            "edit",
            "note",
            "ps",
            "p.s",
            "pps",
            "btw",
            "fyi",
            "re",
            "about",
            "context",
            "also",
        ),
        *(
            "background",
            "question",
            "answer",
            "fact",
            "facts",
            "news",
            "reminder",
            "warning",
            "tldr",
        ),
        *(
            "tl;dr",
            "me",
            "work",
            "home",
            "family",
            "job",
            "health",
            "food",
            "plan",
            "plans",
            "goal",
        ),
        *(
            "summary",
            "subject",
            "title",
            "description",
            "story",
            "problem",
            "issue",
            "example",
            "fun",
        ),
    }
)
OVER_MAX = 90
# Of a script: the number of the line, who says it, and what.
_Line: TypeAlias = tuple[int, str, str]


@dataclass(frozen=True, slots=True)
class Speaker:
    """The speaker of a message, with all that he may be called in a chat."""

    names: frozenset[str]

    @classmethod
    def of(cls, name: str | None) -> Speaker:
        """Return the speaker with a name, or without any."""
        if not name or not name.strip():
            return cls(frozenset())
        whole = name.casefold().strip()
        return cls(frozenset({whole, whole.split()[0]}))

    def is_called(self, label: str) -> bool:
        """Whether a label of a chat means the speaker."""
        name = label.casefold().strip(" @~*_")
        return name in _SELF or name in self.names or (bool(name) and name.split()[0] in self.names)


NOBODY = Speaker(frozenset())


@dataclass(frozen=True, slots=True)
class _Said:
    """A line of a chat: who says it, when, and how many characters say that."""

    author: str
    date: str | None
    over: bool
    text: str
    sure: bool = False


def mark_chats(page: Page, speaker: Speaker, others: Sequence[str]) -> None:
    """Label pasted chats: those with stamps, then scripts of "Name: text"."""
    known = frozenset(p for o in others for p in (o.casefold(), *o.casefold().split()[:1]))
    _mark_stamped(page, speaker, known)
    _mark_captions(page, speaker)
    _mark_headed(page, speaker)
    _mark_scripts(page, speaker, known)
    _mark_dialogues(page)


def _mark_dialogues(page: Page) -> None:
    """Label lines that open with a long dash, as speech in print does, if one of them asks."""
    for first, end in list(page.paragraphs()):
        heads = [page.head(number) for number in range(first, end)]
        spoken = len(heads) > 1 and all(head.startswith(("—", "–")) for head in heads)
        if spoken and any(head.endswith("?") for head in heads):
            page.mark(first, end, Label(Kind.CHAT, Whose.OTHER))


def _mark_stamped(page: Page, speaker: Speaker, names: frozenset[str]) -> None:
    found = {n: s for n in range(len(page.lines)) if page.free(n) and (s := _stamped(page, n))}
    people = any(_is_person(s, speaker, names) for s in found.values()) or _is_talk(page, found)
    if not (people and len(found) > 1):
        found = {n: s for n, s in found.items() if s.sure or _is_person(s, speaker, names)}
    numbers = sorted(found)
    for number, after in zip(numbers, [*numbers[1:], None], strict=False):
        _label(
            page, number, _message_end(page, number, after, found[number]), found[number], speaker
        )


def _is_talk(page: Page, messages: Mapping[int, _Said]) -> bool:
    """Whether lines with a time in brackets are of several, one of whom speaks of himself."""
    bracketed = [s for n, s in messages.items() if page.lines[n].head.startswith(("[", "("))]
    several = len({message.author for message in bracketed}) > 1
    return several and any(_FIRST_PERSON.search(message.text) for message in bracketed)


def _message_end(page: Page, number: int, after: int | None, message: _Said) -> int:
    """Return the line after a message: its paragraph's end, or the next message if that is near."""
    end = page.paragraph_end(number + 1)
    if end == number + 1 and not message.text:
        end = page.paragraph_end(page.next_written(end))
    if after is not None and (after <= end or _is_log(page, end, after)):
        return after
    return max(end, number + 1)


def _is_person(message: _Said, speaker: Speaker, names: frozenset[str]) -> bool:
    """Whether the author of a message is somebody: "9:30 Physio: at last" has none."""
    first = message.author.casefold().split()[0].strip("@~")
    part = _part(message.author) in _PARTS | _MACHINES
    return part or is_given(first) or first in names or speaker.is_called(message.author)


def _is_log(page: Page, end: int, after: int) -> bool:
    """Whether what stands between two messages of a log is part of it: a few lines at most."""
    return after - end <= 12 and page.next_written(end) == after


def _stamped(page: Page, number: int) -> _Said | None:
    head = page.lines[number].head
    if (time := _time_below(page, number)) is not None:
        return _Said(head, time, over=True, text="", sure=True)
    if len(head) < 6 or not (any(c.isdigit() for c in head[:70]) or head.startswith("<")):
        return None
    said = next((each for each in map(partial(_in_line, head), _STAMPED) if each is not None), None)
    if said is not None or len(head) > OVER_MAX:
        return said
    for pattern in _OVER:
        found = pattern.match(head)
        if found is not None and _is_over(page, number, found):
            sure = _SURELY_OVER.search(head) is not None
            return _Said(found["author"].strip(), found["date"], over=True, text="", sure=sure)
    return None


def _time_below(page: Page, number: int) -> str | None:
    """Return the time in the line below a name, or below a dash there, with a message below
    that.
    """
    head = page.lines[number].head
    dashed = page.head(number + 1) in ("—", "–", "-")
    time, below = page.head(number + 1 + dashed), page.head(number + 2 + dashed)
    if not (below and _TIME_ALONE.match(time) and _ALONE.match(head)) or _NO_AUTHOR.match(head):
        return None
    large = dashed or all(word[:1].isupper() for word in head.split())
    return time if large else None


def _in_line(head: str, pattern: re.Pattern[str]) -> _Said | None:
    """Return a message with its stamp and its author in one line; None for another one."""
    found = pattern.match(head)
    if found is None:
        return None
    parts = found.groupdict()
    author = parts.get("author") or parts.get("nick") or ""
    if not author or _NO_AUTHOR.match(author) or _is_markup(head, author):
        return None
    sure = bool(parts.get("nick")) or _FULL_DATE.search(found["date"] or "") is not None
    return _Said(author.strip(), found["date"], over=False, text=found["said"], sure=sure)


def _is_over(page: Page, number: int, match: re.Match[str]) -> bool:
    """Whether a line with a name and a time stands over a message: "Standup 9:30" does not."""
    author = match["author"]
    words = author.strip().split()
    if _NO_AUTHOR.match(author) or not 0 < len(words) <= 4 or number + 1 >= len(page.lines):
        return False
    handle = len(words) == 1 and _SURELY_OVER.search(match[0]) is not None
    named = is_given(words[0].strip("@~")) or all(w[:1].isupper() for w in words) or handle
    below = page.head(number + 1) or page.head(page.next_written(number + 1))
    return named and bool(below)


def _is_markup(head: str, nick: str) -> bool:
    return f"</{nick}" in head or nick.casefold() in _TAGS


_TAGS = frozenset(
    {
        *(
            "a",
            "abbr",
            "article",
            "b",
            "body",
            "br",
            "button",
            "code",
            "div",
            "em",
            "footer",
            "form",
        ),
        *(
            "h1",
            "h2",
            "h3",
            "h4",
            "head",
            "header",
            "hr",
            "html",
            "i",
            "img",
            "input",
            "label",
            "li",
        ),
        *("link", "main", "memory", "meta", "nav", "ol", "option", "p", "pre", "quote", "script"),
        *("section", "select", "span", "strong", "style", "table", "tbody", "td", "textarea", "th"),
        *(
            "thead",
            "title",
            "tr",
            "u",
            "ul",
            "blockquote",
            "svg",
            "path",
            "details",
            "summary",
            "xml",
        ),
    }
)


def _label(page: Page, number: int, end: int, message: _Said, speaker: Speaker) -> None:
    own = speaker.is_called(message.author)
    whose = Whose.SPEAKER if own else Whose.OTHER
    author = None if own else message.author
    line = page.lines[number]
    if not own or message.over:
        first = Label(Kind.CHAT, Whose.NOBODY if own else whose, author, message.date)
        page.mark(number, number + 1, first)
    else:
        shown = page.text[line.start : line.end]
        marked = shown.find(message.text) if message.text else len(shown)
        page.mark(number, number + 1, Label(Kind.CHAT, whose, None, message.date, max(marked, 0)))
    page.mark(number + 1, end, Label(Kind.CHAT, whose, author, message.date))


def _mark_captions(page: Page, speaker: Speaker) -> None:
    """Label subtitles: a cue, and what is said below it."""
    for number, line in enumerate(page.lines):
        if not (page.free(number) and _CUE.match(line.head)):
            continue
        page.mark(number, number + 1, Label(Kind.CHAT, Whose.NOBODY))
        if page.head(number - 1).isdigit() and page.free(number - 1):
            page.mark(number - 1, number, Label(Kind.CHAT, Whose.NOBODY))
        for below in range(number + 1, page.paragraph_end(number + 1)):
            _label(page, below, below + 1, _captioned(page.head(below)), speaker)


def _captioned(head: str) -> _Said:
    """Return a line of a subtitle, with who says it if it tells."""
    if (voice := _TAGGED_VOICE.match(head)) is not None:
        return _Said(voice["author"], None, over=False, text=voice["said"])
    if (label := _LABEL.match(head)) is not None:
        return _Said(label["label"], None, over=False, text=label["said"])
    return _Said("?", None, over=False, text=head)


def _mark_headed(page: Page, speaker: Speaker) -> None:
    """Label what was copied from an assistant's page: "You said:", "ChatGPT said:"."""
    headings = [
        (number, found["label"])
        for number, line in enumerate(page.lines)
        if page.free(number) and (found := _HEADED.match(line.head))
    ]
    parts = {label.casefold() for _, label in headings}
    if not (parts & _ASKING and parts & _MACHINES):
        return
    ends = [*(number for number, _ in headings[1:]), None]
    for (number, label), end in zip(headings, ends, strict=True):
        last = page.paragraph_end(page.next_written(number + 1)) if end is None else end
        asked = label.casefold() in _ASKING
        said = _Said("me" if asked else label, None, over=True, text="")
        _label(page, number, last, said, speaker)


def _mark_scripts(page: Page, speaker: Speaker, names: frozenset[str]) -> None:
    """Label scripts of "Name: text", one after the other."""
    for script in _scripts(page):
        _mark_script(page, script, speaker, names)


def _scripts(page: Page) -> Iterator[list[_Line]]:
    """Yield runs of lines that begin with a label, at most a few lines apart: number, label,
    text.
    """
    run: list[_Line] = []
    for number in range(len(page.lines)):
        if not page.free(number):
            continue
        labelled = _labelled(page, number)
        if labelled is None:
            continue
        if run and not _is_near(page, run[-1][0], number):
            yield run
            run = []
        run.append((number, *labelled))
    if run:
        yield run


def _labelled(page: Page, number: int) -> tuple[str, str] | None:
    """Who a line says speaks, and what of it is said; the latter is empty if it stands below."""
    head = page.head(number)
    if (token := _TOKEN.match(head)) is not None:
        return token["token"] or token["prompt"], token["said"]
    if (over := _NAME_OVER.match(head)) is not None:
        label = over["bold"] or over["play"]
        return (label, "") if is_given(label.split()[0]) and page.head(number + 1) else None
    if (named := _LABEL.match(head)) is not None:
        return _INTRODUCED.sub("", named["label"].strip("*_ ")), named["said"]
    for pattern in (_DASHED, _BRACKETED):
        found = pattern.match(head)
        if found is not None and is_given(found["label"].split()[0]):
            return (found["label"], found["said"]) if _FIRST_PERSON.search(found["said"]) else None
    return None


def _is_near(page: Page, before: int, number: int) -> bool:
    return number - before <= 12 and all(page.labels[n] is None for n in range(before, number))


def _mark_script(page: Page, run: list[_Line], speaker: Speaker, names: frozenset[str]) -> None:
    spoken = _spoken(run, speaker, names)
    if not _is_script(spoken, speaker, names):
        return
    labels = {_part(label) for _, label, _ in spoken}
    asked = bool(labels & _ASKING and labels & _MACHINES) and labels <= _ASKING | _MACHINES
    mine = asked and not _OF_OTHERS.search(page.lead(run[0][0]))
    ends = [*(number for number, _, _ in spoken[1:]), None]
    for (number, label, words), end in zip(spoken, ends, strict=True):
        own = speaker.is_called(label) or (mine and _part(label) in _ASKING)
        said = _Said("me" if own else label, None, over=not words, text=words)
        # What stands between two of a script is the former's.
        last = _message_end(page, number, None, said) if end is None else end
        _label(page, number, last, said, speaker)


def _is_script(spoken: list[_Line], speaker: Speaker, names: frozenset[str]) -> bool:
    """Whether lines with labels are what several say, or one alone."""
    speech = sum(_is_speech(said) for _, _, said in spoken)
    if 2 * speech < len(spoken) or not any(_SPEAKS.search(s) or not s for _, _, s in spoken):
        return False
    if len(spoken) == 1:
        return _stands_alone(spoken[0], speaker, names)
    return len({_part(label) for _, label, _ in spoken}) > 1 or _first_person(spoken)


def _is_speech(text: str) -> bool:
    sentence = text.endswith((".", "!", "?", "…")) or len(text.split()) > 4
    return sentence or not text or _SPEAKS.search(text) is not None


# These say who speaks even in one line alone.
_STANDS_ALONE = frozenset({"user", "human", "customer", "client", "patient", "interviewee", "op"})
_OF_OTHERS = re.compile(
    r"\b(?:customers?|clients?|someone|somebody|test|example|sample|eval(?:uation)?|bug|user['’]s"
    r"|users|their|his|her|friend['’]s|log|ticket|case)\b",
    re.IGNORECASE,
)


def _speaks(label: str, speaker: Speaker, names: frozenset[str]) -> bool:
    """Whether a label may be somebody who speaks."""
    part = _part(label)
    if speaker.is_called(label) or part in _PARTS | _MACHINES | _ASKING:
        return True
    words = label.split()
    if words[0].casefold().strip("@") in _NOT_WORDS:
        return False
    if label.startswith("@") or label.casefold() in names or words[0].casefold() in names:
        return True
    if _is_titled(words):
        return True
    return is_given(words[0].strip("@.")) and len(words) <= 3 and _all_names(words)


def _is_titled(words: list[str]) -> bool:
    """Whether words are a name with its title: "Mrs. Bennet"."""
    titled = words[0].casefold().strip(".") in _TITLES
    return titled and 2 <= len(words) <= 4 and words[1][:1].isupper()


# Somebody speaks at the beginning of a line, or after a sentence of it.
_SPEAKS_WITHIN = re.compile(
    r"(?:^|(?<=[.!?…]\s)|(?<=[.!?…][\"'”’]\s))(?P<label>[A-Z][\w.'’-]*(?: [A-Z0-9][\w.'’-]*){0,2})"
    r"\s?[:：]\s+(?=\S)",
    re.MULTILINE,
)


def scripts_within(text: str) -> Iterator[tuple[int, int]]:
    """Yield the scripts in a line, to its end: "Person A: I bake. Person B: I don't."."""
    lines: dict[int, list[re.Match[str]]] = {}
    for match in _SPEAKS_WITHIN.finditer(text):
        end = text.find("\n", match.start())
        lines.setdefault(len(text) if end < 0 else end, []).append(match)
    for end, labels in lines.items():
        named = [match for match in labels if _speaks(match["label"], NOBODY, frozenset())]
        parts = {match["label"].casefold() for match in named}
        ends = [*(match.start() for match in named[1:]), end]
        said = (text[m.end() : stop] for m, stop in zip(named, ends, strict=False))
        if len(parts) > 1 and not parts & _SELF and any(map(_speaks_of_oneself, said)):
            yield named[0].start(), end


def _speaks_of_oneself(text: str) -> bool:
    """Whether the first sentence of what somebody says is of himself."""
    return _FIRST_PERSON.search(re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]) is not None


def _spoken(run: list[_Line], speaker: Speaker, names: frozenset[str]) -> list[_Line]:
    """Return the lines of a run that somebody says, those of a name that is not known beside
    them.
    """
    sure = {number for number, label, _ in run if _speaks(label, speaker, names)}
    beside = {number + step for number in sure for step in (-1, 1)}
    return [each for each in run if each[0] in sure or (each[0] in beside and _is_other(each))]


def _is_other(each: _Line) -> bool:
    """Whether a label that is no known name is one beside those of others who speak."""
    _, label, _ = each
    named = label.istitle() and label.isalpha() and label.casefold() not in _NOT_WORDS
    return named and _first_person([each])


def _all_names(words: list[str]) -> bool:
    return all(w[:1].isupper() or w[:1] == "(" for w in words) or len(words) == 1


def _part(label: str) -> str:
    return _NUMBERED.sub("", label.casefold().strip("@*_ ")).strip()


def _first_person(spoken: list[_Line]) -> bool:
    return any(_FIRST_PERSON.search(said) for _, _, said in spoken)


def _stands_alone(each: _Line, speaker: Speaker, names: frozenset[str]) -> bool:
    """Whether one line with a label is somebody's words: "Anna: I moved to Porto."."""
    _, label, said = each
    if speaker.is_called(label):
        return True
    words = label.split()
    named = is_given(words[0].strip("@.")) or label.casefold() in names or _is_titled(words)
    part = _part(label) in _MACHINES | _STANDS_ALONE
    return (named or part or label.startswith("@")) and _FIRST_PERSON.search(said) is not None
