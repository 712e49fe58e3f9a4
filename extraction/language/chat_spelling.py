"""Chat English as the parser was taught English: "im" as "I'm", "gf" as "girlfriend".

A message becomes pieces, each with the word to parse and the characters of the message that it
stands for, so that whatever is found keeps its place in what was said. A piece that stands for
nothing was left out ("Allergic to cats") and covers no characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from extraction.language import chat_words as chat
from extraction.language.kin_words import kin_word
from extraction.language.person_words import is_person_noun
from graph.kernel.entities.given_names import is_given


@dataclass(frozen=True, slots=True)
class Piece:
    """A word to parse and where it stands; ``norm`` is its form for the tagger, if not its own.

    ``shown`` is what it stands for, where the parser is given another word.
    """

    word: str
    start: int
    end: int
    space: bool
    norm: str
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A token of the message as the parser's tokenizer cuts it."""

    text: str
    start: int
    space: bool
    norm: str
    punctuation: bool


def pieces(tokens: Sequence[Token]) -> list[Piece]:
    """Return the words to parse of a message's tokens."""
    casual = not any(token.text[:1].isupper() and token.text != "I" for token in tokens)
    found: list[Piece] = []
    index = 0
    while index < len(tokens):
        joined = _several(tokens, index)
        if joined is not None:
            piece, count = joined
            found.append(piece)
            index += count
            continue
        if _is_own_kin(tokens, index):
            found.append(Piece("my", tokens[index].start, tokens[index].start, space=True, norm=""))
        spelled = list(_spelled(tokens, index))
        if _is_mistaken(tokens, index):
            name = tokens[index].text
            spelled = [replace(spelled[0], word=chat.MISTAKEN[name], norm="", shown=name)]
        if casual and _names(tokens, index):
            spelled = [replace(piece, word=piece.word.capitalize(), norm="") for piece in spelled]
        found += spelled
        index += 1
    return found


def _several(tokens: Sequence[Token], index: int) -> tuple[Piece, int] | None:
    """Return the piece that several tokens are together, with their number."""
    for count, fits, join in (
        (3, _is_typed, _illness),
        (chat.IN_LAW, _is_in_law, _one),
        (3, _is_hyphened_step, _step),
        (2, _is_step, _step),
        (2, _is_pair, partial(_one, joint="-")),
        (3, _is_hyphened, _one),
        (3, _is_guesthouse, partial(_one, word="guesthouse")),
        (2, _is_no_longer, partial(_one, word="never", shown="no longer")),
        (2, _is_ex, partial(_one, word="former")),
        (1, _is_ex_of, partial(_one, word="former")),
        (2, _is_other_half, partial(_one, word="partner")),
        (2, _is_told_twice, _once),
    ):
        if fits(tokens, index):
            return join(tokens[index : index + count]), count
    return None


def _one(
    tokens: Sequence[Token], *, word: str = "", joint: str = "", norm: str = "", shown: str = ""
) -> Piece:
    """Several tokens as one word, in their place; without another it is theirs, joined."""
    first, last = tokens[0], tokens[-1]
    word = word or joint.join(token.text for token in tokens)
    return Piece(word, first.start, last.start + len(last.text), last.space, norm, shown)


def _illness(tokens: Sequence[Token]) -> Piece:
    """ "Type 2 diabetes" by its last word; the parser takes "has diabetes and" for a verb."""
    last = tokens[-1]
    if last.text.casefold() == "diabetes":
        return _one(tokens, word="asthma", shown=last.text)
    return _one(tokens, word=last.text, norm=last.norm)


def _is_pair(tokens: Sequence[Token], index: int) -> bool:
    near = tuple(token.text for token in tokens[index : index + 2])
    return near in chat.PAIRS


def _is_hyphened(tokens: Sequence[Token], index: int) -> bool:
    """ "Left-handed", which the tokenizer parts."""
    near = [token.text.casefold() for token in tokens[index : index + 3]]
    return near[1:2] == ["-"] and (near[0], near[-1]) in chat.PAIRS


def _is_guesthouse(tokens: Sequence[Token], index: int) -> bool:
    near = [token.text.casefold() for token in tokens[index : index + 3]]
    return near == ["bed", "and", "breakfast"]


def _is_other_half(tokens: Sequence[Token], index: int) -> bool:
    near = [token.text.casefold() for token in tokens[max(0, index - 1) : index + 2]]
    return index > 0 and near == ["my", "other", "half"]


def _is_told_twice(tokens: Sequence[Token], index: int) -> bool:
    """ "My wife she is a nurse": the pronoun only says it again."""
    near = [token.text.casefold() for token in tokens[max(0, index - 1) : index + 3]]
    kin = (
        len(near) == 4
        and near[0] in chat.OWNERS
        and (near[1] in chat.PEOPLE or near[1] in chat.ELDERS)
    )
    return kin and near[2] in ("he", "she") and near[3] in ("is", "works", "lives", "has", "'s")


def _once(tokens: Sequence[Token]) -> Piece:
    first, _ = tokens
    word = chat.SHORT.get(first.text.casefold(), first.text)
    return Piece(word, first.start, first.start + len(first.text), space=True, norm="")


def _is_no_longer(tokens: Sequence[Token], index: int) -> bool:
    """ "I no longer work nights", of which the parser makes longer work-nights."""
    near = [token.text.casefold() for token in tokens[index : index + 2]]
    return index > 0 and near == ["no", "longer"]


def _is_ex(tokens: Sequence[Token], index: int) -> bool:
    """Return the "ex-" of "ex-wife", which the tokenizer parts."""
    near = [token.text.casefold() for token in tokens[index : index + 3]]
    return near[:2] == ["ex", "-"] and near[-1].isalpha()


def _is_ex_of(tokens: Sequence[Token], index: int) -> bool:
    """Return the "ex" of "my ex husband"."""
    near = [token.text.casefold() for token in tokens[index : index + 2]]
    return near[0] == "ex" and any(map(is_person_noun, near[1:]))


def _is_typed(tokens: Sequence[Token], index: int) -> bool:
    """ "Type 2 diabetes", whose "type" the parser takes for a verb."""
    near = [token.text for token in tokens[index : index + 3]]
    typed = len(near) == 3 and near[0].casefold() == "type" and chat.TYPED.fullmatch(near[1])
    return bool(typed) and near[2].isalpha()


def _is_in_law(tokens: Sequence[Token], index: int) -> bool:
    """ "Mother-in-law", of which the tokenizer makes five words."""
    near = [token.text.casefold() for token in tokens[index : index + chat.IN_LAW]]
    return near[1:] == ["-", "in", "-", "law"]


def _is_hyphened_step(tokens: Sequence[Token], index: int) -> bool:
    """ "Step-mum", which the tokenizer parts: no mum."""
    near = [token.text.casefold() for token in tokens[index : index + 3]]
    return near[:2] == ["step", "-"] and is_person_noun(near[-1])


def _is_step(tokens: Sequence[Token], index: int) -> bool:
    """Return the "step dad" of somebody: no dad."""
    near = [token.text.casefold() for token in tokens[index : index + 2]]
    return near[0] == "step" and is_person_noun(near[-1])


def _step(tokens: Sequence[Token]) -> Piece:
    """Kin of a step by the word for kin, which the parser knows better."""
    last = tokens[-1].text.casefold()
    return _one(tokens, word=kin_word(last), shown=kin_word(f"step{last}"))


def _is_own_kin(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word names one's own parent by itself: "mum works at Tesco", no "thanks, mum"."""
    before = tokens[index - 1] if index else None
    led = before is None or before.punctuation or before.text.casefold() in chat.LEADING
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    named = tokens[index].text.casefold() in chat.ELDERS
    told = after is not None and (after.text[:1].isalpha() or after.text in ("'s", "’s"))
    return named and led and told


def _names(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word without a capital is a name: "my son harry", "a puppy called biscuit"."""
    word = tokens[index].text
    before = [token.text.casefold() for token in tokens[max(0, index - 2) : index]]
    if not word.isalpha() or not before:
        return False
    owned = len(before) > 1 and before[0] in chat.OWNERS
    if before[-1] == "and" and before[0] in ("me", "i"):
        # "Me and gareth split up."
        return is_given(word)
    return before[-1] in chat.CALLED or (owned and before[-1] in chat.PEOPLE and is_given(word))


def _is_mistaken(tokens: Sequence[Token], index: int) -> bool:
    """Whether a name that is also another word is the name: "my son Will", "Will moved out".

    By what stands beside it: whose it is, or a verb that is no base form. A month is one unless
    somebody's kin is called so, or what follows only people do.
    """
    word, near = tokens[index].text, [token.text for token in tokens[index + 1 : index + 3]]
    if word not in chat.MISTAKEN:
        return False
    before = [token.text.casefold() for token in tokens[max(0, index - 2) : index]]
    after = near[0] if near else ""
    if before and (is_person_noun(before[-1]) or before[-1] in chat.CALLED):
        return not after[:1].isdigit()
    if word in chat.MONTHS:
        return before[-1:] != ["in"] and chat.OF_PEOPLE.fullmatch(after) is not None
    joined = after == "and" and (near[-1] == "I" or near[-1].istitle() or near[-1] == "my")
    owner = after in chat.ESSES and len(near) > 1
    verb = near[-1] if after.istitle() else after
    return joined or owner or chat.FINITE.fullmatch(verb) is not None


def left_out(word: str, tag: str, following: str) -> tuple[str, ...]:
    """Return the words left out before a sentence that has no subject, by the word that heads it.

    ``tag`` is its part of speech; ``following`` the next word.
    """
    low = word.casefold()
    if low == "been":
        return ("I", "have")
    if low == "born":
        return ("I", "was")
    if low in chat.BEING or tag == "VBG" or (low == "going" and following == "to"):
        return ("I", "am")
    if low in chat.TASTES or low == "am" or (low == "ca" and following in chat.NOT):
        return ("I",)
    return ("I",) if tag == "VBD" or low in chat.PASTS else ()


def opens(word: str) -> bool:
    """Whether a word may stand before a subject that was left out: "also allergic to cats"."""
    return word.casefold() in chat.ONLY


def _spelled(tokens: Sequence[Token], index: int) -> Iterator[Piece]:
    token = tokens[index]
    start, end = token.start, token.start + len(token.text)
    if index and chat.TALK.fullmatch(token.text):
        yield Piece(",", start, end, token.space, "")
        return
    if (owner := _possessive(tokens, index)) is not None:
        bearer = chat.SHORT.get(token.text[:-1].casefold(), token.text[:-1])
        yield Piece(bearer, start, end - 1, owner == "is", "")
        yield Piece(owner, end - 1, end, token.space, "")
        return
    if chat.STOPPED.fullmatch(token.text):
        # The tokenizer leaves the full stop of "I work at AT&T." with the name.
        yield Piece(token.text[:-1], start, end - 1, space=False, norm="")
        yield Piece(".", end - 1, end, token.space, "")
        return
    word = _expanded(tokens, index)
    spaced = token.space
    if index + 1 < len(tokens):
        # "That" and "is" are two words.
        after = _expanded(tokens, index + 1)
        spaced |= after in ("is", "has") and after != tokens[index + 1].text
    own = word in chat.AUXILIARIES.values() or word == "is" or word in chat.SHORT.values()
    yield Piece(word, start, end, spaced, "" if own else token.norm)


def _expanded(tokens: Sequence[Token], index: int) -> str:
    """Return a token's text, or what it is short for."""
    token, low = tokens[index], tokens[index].text.casefold()
    before = tokens[index - 1] if index else None
    if before is not None and low == "na" and before.text.casefold() in chat.PARTED:
        return "to"
    if before is not None and low in chat.ESSES and index + 1 < len(tokens):
        return _ess(tokens, index)
    if before is not None and not before.space and before.text.isalpha():
        return chat.APOSTROPHES.get(low, token.text)
    if low == "me" and _is_mine(tokens, index):
        return "my"
    if low == "were" and _is_we_are(tokens, index):
        return "we are"
    return token.text if _is_itself(tokens, index) else chat.SHORT.get(low, token.text)


def _is_we_are(tokens: Sequence[Token], index: int) -> bool:
    """ "were vegan at home": "we're" without its apostrophe."""
    opens = index == 0 or tokens[index - 1].punctuation
    after = tokens[index + 1].text.casefold() if index + 1 < len(tokens) else ""
    spoken = after in (
        "you",
        "we",
        "they",
        "i",
        "there",
        "it",
        "those",
        "these",
        "any",
        "my",
        "your",
        "the",
    )
    return opens and tokens[index].text == "were" and after != "" and not spoken


def _is_itself(tokens: Sequence[Token], index: int) -> bool:
    """Whether a token that looks short is a word or a name of its own."""
    token, low = tokens[index], tokens[index].text.casefold()
    parted = low in chat.PARTED and (token.space or index + 1 == len(tokens))
    are = low == "r" and _is_are(tokens[index - 1] if index else None)
    return parted or (low in chat.ALSO_NAMES and (token.text != low or (low == "r" and not are)))


def _is_mine(tokens: Sequence[Token], index: int) -> bool:
    """ "Me back's gone", "got me own van"; not "give me back", "they sent me home"."""
    after = tokens[index + 1].text.casefold() if index + 1 < len(tokens) else ""
    opens = index == 0 or tokens[index - 1].punctuation
    return after in chat.MINE and (opens or after in ("own", "mam", "missus", "nan"))


def _is_are(before: Token | None) -> bool:
    """Whether "r" stands after a word for several: "we r a family of five"."""
    return before is not None and before.text.casefold() in chat.SEVERAL


def _ess(tokens: Sequence[Token], index: int) -> str:
    """Return what "'s" is: a verb, or the genitive's."""
    if _is_verb(tokens, index) or _after_pronoun(tokens, index):
        return _auxiliary([token.text.casefold() for token in tokens[index + 1 : index + 3]])
    return chat.APOSTROPHES.get(tokens[index].text.casefold(), tokens[index].text)


def _auxiliary(after: Sequence[str]) -> str:
    """Return what "'s" is short for before some words: "she's been", "mum's just had"."""
    adverb = after[0] in chat.ADVERBS and len(after) > 1
    return (
        "has"
        if adverb and chat.PARTICIPLE.fullmatch(after[1])
        else chat.AUXILIARIES.get(after[0], "is")
    )


def _after_pronoun(tokens: Sequence[Token], index: int) -> bool:
    """Whether "'s" is the "is" of "she's vegan"; before a participle it may be "has"."""
    before, after = tokens[index - 1].text.casefold(), tokens[index + 1].text
    if tokens[index - 1].space or chat.PARTICIPLE.fullmatch(after):
        return False
    return before in chat.PRONOUNS or (before in chat.ELDERS and after.casefold() in chat.ADVERBS)


def _is_verb(tokens: Sequence[Token], index: int) -> bool:
    """Whether "'s" stands before a word that cannot follow a genitive."""
    after = tokens[index + 1].text
    beyond = "".join(f" {token.text}" for token in tokens[index + 2 : index + 3])
    around = f"{tokens[index - 1].text}{tokens[index].text} {after}{beyond}"
    near = tokens[max(0, index - chat.OPENING) : index]
    opening = index < chat.OPENING or any(token.punctuation for token in near)
    placed = after.casefold() in chat.LOCATIVE
    return chat.NO_GENITIVE.search(around) is not None and (opening or not placed)


def _possessive(tokens: Sequence[Token], index: int) -> str | None:
    """Return what the "s" of "my wifes pregnant" and "my sons name" is; none where it is the
    plural's.
    """
    owned = index and tokens[index - 1].text.casefold() in chat.OWNERS
    if not owned or index + 1 == len(tokens) or not chat.BEARER.fullmatch(tokens[index].text):
        return None
    after = tokens[index + 1].text.casefold()
    if after in chat.OWNED:
        return "'s"
    return "is" if chat.IS.fullmatch(after) else None
