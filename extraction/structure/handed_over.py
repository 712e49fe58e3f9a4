"""What the speaker hands over, asks about or shows: adverts, recipes, songs, texts to translate.

Whose a block is, is told by what stands before it: "My details:" is the speaker's own, "What do
you think of this job ad?" is not. A block with nothing before it is told by what it is of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extraction.structure.mail import is_signed
from extraction.structure.page import Label, Page
from extraction.structure.regions import Kind, Whose

_MATERIAL = (
    r"(?:ads?|adverts?|advertisements?|postings?|listings?|vacanc(?:y|ies)|offers?|openings?|roles?"
    r"|descriptions?|job specs?|e-?mails?|mails?|messages?|texts?|sms|dms?|articles?|recipes?"
    r"|poems?"
    r"|songs?|lyrics|verses?|lines?|letters?|contracts?|leases?|reviews?|tweets?|posts?|comments?"
    r"|threads?|conversations?|chats?|convos?|transcripts?|logs?|dialogues?|interviews?|bios?"
    r"|profiles?|abstracts?|paragraphs?|passages?|quotes?|quotations?|excerpts?|snippets?|extracts?"
    r"|statements?|stor(?:y|ies)|scripts?|cvs?|résumés?|resumes?|essays?|drafts?|documents?|docs?"
    r"|pages?|sections?|sentences?|speech(?:es)?|captions?|headlines?|press releases?|newsletters?"
    r"|notices?|announcements?|invitations?|replies|reply|answers?|feedback|notes?|minutes"
    r"|obituar(?:y|ies)|testimonials?|complaints?|tickets?|bug reports?|issues?|configs?"
    r"|configurations?|files?|yaml|json|csv|tables?|spreadsheets?|data|datasets?|code|function"
    r"|query|queries|stack ?traces?|errors?|outputs?|forms?|templates?|invoices?|receipts?|menus?"
    r"|itinerar(?:y|ies)|flyers?|leaflets?|brochures?|prompts?|examples?|samples?|scenarios?"
    r"|dating profiles?|blurbs?|synops[ie]s|summar(?:y|ies)|diary entr(?:y|ies)|entr(?:y|ies)"
    r"|records?|rows?|cards?|prayers?|jokes?|riddles?|questions?|exercises?|homework|tasks?|thing)"
)
_EDITED = (
    r"(?:translat(?:e|ing|ion)|proofread|summari[sz]e|summary|paraphrase|rephrase|rewrite|reword"
    r"|shorten|polish|correct|edit|improve|fix|check|review|critique|analy[sz]e|explain|parse"
    r"|convert|format|classify|read|look at|rate|grade|compare|debug|refactor|simplify|transcribe"
    r"|punctuate|back-?translat(?:e|ing|ion)|transliterate|romani[sz]e|conjugate|capitali[sz]e"
    r"|decode|decipher|spell-?check|dictat(?:e|ing|ion)|recite|narrate"
    r"|put (?:(?:this|it|that|the following) )?in(?:to)? (?:[a-z]+ )?(?-i:[A-Z])[a-z]+"
    r"|(?:checking|testing|trying)(?: out)? (?:the|my|this|a|your|voice|speech)"
    r"|write|draft|compose|complete|continue|finish|repeat|type|print|say|tidy|clean up|turn)"
)
_POINTING = (
    r"(?:this|these|that|the following|the attached|following|below|the below|attached"
    r"|here['’]?s|here is|here are)"
)
_OF_OWN = (
    r"(?:details?|info(?:rmation)?|data|profile|facts?|stats|contacts?|contact (?:details|info"
    r"|data)"
    r"|address(?:es)?|particulars|bio|background|set-?up|preferences|stack|specs?|environment"
    r"|measurements|sizes|schedule|situation|answers|status|medications?|meds|allerg(?:y|ies)"
    r"|household|kit|gear|basics|essentials|settings|numbers?|coordinates|dates|family|pets"
    r"|kids|children|history|routine|diet|goals?|plans?|hobbies|interests|tools|accounts?|handles?"
    r"|card)"
)
# A sentence after which something comes that is not the speaker's.
_HANDS_OVER = re.compile(
    r"\b(?:got|received|found|saw|copied|pasted|forwarding|forwarded"
    r"|sharing)\b[^.!?]{0,40}\b(?:this|it)"
    r"\b[^.!?]{0,60}:\s*$|\bthis (?:from|came|is from|is what)\b[^.!?]{0,60}:\s*$"
    rf"|\b(?:this|these)\b(?!\s+(?:to|is|about"
    rf"|for)\b)(?:\s+(?!{_OF_OWN}\s*:)[\w'’-]+){{1,3}}\s*:\s*$"
    rf"|\b{_POINTING}\b(?:\s+[\w'’-]+){{0,4}}?\s+{_MATERIAL}\b"
    rf"|\b(?:a|an|the|some|another|her|his|their|its|your"
    rf"|\w+['’]s)\s+(?:[\w'’-]+\s+){{0,3}}?{_MATERIAL}\b"
    rf"[^.!?]*\b(?:i (?:just )?(?:found|got|received|saw|read|came across|was sent|copied)|from|by"
    rf"|says?|reads?|below|goes|went)\b"
    rf"|\b(?:i|we) (?:just )?(?:found|got|received|saw|came across|copied|pasted"
    rf"|spotted)\b[^.!?]*\b{_MATERIAL}\b"
    rf"|^\W*(?:\w+\s+)?(?:[\w'’-]+\s+){{0,2}}{_MATERIAL}(?:\s+(?:from|by|of"
    rf"|for)\s+[^:]{{1,40}})?\s*:\s*$"
    r"|\b(?:what do (?:you|u) (?:think|make) of|what['’]s wrong with|thoughts on|opinions? on"
    r"|any thoughts on"
    r"|have a look at|take a look at|look at|check out|how does|does|is|can you (?:see"
    r"|spot))\s+(?:this|these|it)\b[^.!?]{0,40}[?:]\s*$"
    r"|\b(?:says?|said|wrote|writes|posted|replied|texted|sent (?:me|us)|told (?:me|us)|messaged"
    r"|emailed|forwarded)"
    r"(?:\s+(?:me|us|this|that|back|today|yesterday|earlier))*\s*:\s*$",
    re.IGNORECASE,
)
_EDITS = re.compile(
    rf"^\W*(?:(?:please|pls|hi|hey|hello|ok|now|also|and|then|so|can|could|would|will|you|u"
    rf"|help me|me|i need you to|just)\W+)*"
    rf"{_EDITED}\b[^\n]{{0,120}}?(?:[:：]|\?|[.…]|-|–|—)?\s*$",
    re.IGNORECASE,
)
_OF_TEXT = re.compile(
    r"^\W*(?:(?:please|pls|hi|hey|hello|ok|now|also|and|then|so|can|could|would|will|you|u|help me"
    r"|me|just)\W+)*"
    r"(?:translat(?:e|ing|ion)|proofread|summari[sz]e|paraphrase|rephrase|rewrite|reword|shorten"
    r"|polish|transcribe|simplify)\b(?!.*\b(?:later|tomorrow|by (?:mon|tues|wednes|thurs"
    r"|fri)day)\b)",
    re.IGNORECASE,
)
# Of these the words themselves are what is handed over, whoever says "I" in them.
_TEXT = re.compile(
    r"\b(?:e-?mails?|mails?|messages?|texts?|sms|dms?|articles?|poems?|songs?|lyrics|verses?|lines?"
    r"|letters?|reviews?|tweets?|posts?|comments?|threads?|conversations?|chats?|convos?"
    r"|transcripts?"
    r"|dialogues?|interviews?|bios?|profiles?|abstracts?|paragraphs?|passages?|quotes?|quotations?"
    r"|excerpts?|snippets?|extracts?|statements?|stor(?:y|ies)|scripts?|cvs?|résumés?|resumes?"
    r"|essays?|drafts?|documents?|sections?|sentences?|speech(?:es)?|captions?|testimonials?"
    r"|complaints?|diary entr(?:y|ies)|blurbs?|prayers?|jokes?|prompts?|examples?|replies|reply)\b",
    re.IGNORECASE,
)
_JUDGES = re.compile(
    r"\b(?:what do (?:you|u) (?:think|make)|thoughts|opinions?|review|check|proofread|translat\w+"
    r"|look at"
    r"|is (?:this|that)|does this|how (?:is|does|would)|read|improve|fix|correct|summari[sz]e|rate"
    r"|critique|rephrase"
    r"|rewrite|here (?:is|are)|here['’]s|this is|i (?:got|received|found|saw|read)|analy[sz]e"
    r"|what['’]s wrong|understand|explain)\b",
    re.IGNORECASE,
)
# The same in one line with what it hands over: "Translate this: I have a brother in Boston".
_EDITS_HERE = re.compile(
    r"(?:^|[.!?;\n]\s{0,4}|\b(?:please|can you|could you|would you|help me(?: to)?|and"
    r"|then)\s{1,4})"
    rf"(?:{_EDITED}|analy[sz]e|tell me what)\b[^.!?\n:]{{0,80}}?(?::|\s[-–—](?=\s))\s{{0,9}}(?=\S)",
    re.IGNORECASE,
)
_WORKS = re.compile(
    r"(?:^|[.!?;\n]\s{0,4}|\b(?:please|can you|could you|would you|help me(?: to)?|and"
    r"|then)\s{1,4})"
    r"(?:write|compose|draft|create|generate|make up|invent|tell me|give me)\b[^.!?\n]{0,30}?"
    r"\b(?:poem|story|song|letter|essay|joke|speech|script|dialogue|scene|novel|mail|email|e-mail"
    r"|tale|rap|sketch|bio|profile|post|tweet|message)\b[^\n]*",
    re.IGNORECASE,
)
# After these the same line has another's words: "Anna wrote: I moved to Porto".
_SAID_HERE = re.compile(
    r"(?:^|[.!?;]\s{1,4})(?:(?:so|and|but|today|yesterday|then|well|ok|just now|earlier)[ ,]+)*"
    r"(?P<author>(?!I\b|we\b|you\b|i\b|what\b|that\b|it\b)(?:(?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er"
    r"|[Tt]heir|[Aa]n?)\s+)?[\w@.'’-]{1,40}(?:\s[\w.'’-]{1,40}){0,3}?)\s{1,4}"
    r"(?:just\s+|also\s+|then\s+|has\s+|had\s+)?(?:said|says|wrote|writes|texted|texts|replied"
    r"|replies|answered|messaged|emailed|posted|tweeted|commented"
    r"|claims|claimed|states|announces|boasts"
    r"|goes|went|told (?:me|us)|asked|DM(?:ed|['’]d)|shouted|reads)(?:\s+(?:me|us|back|this|that"
    r"|today|yesterday|earlier|online|in the chat|on \w+)){0,3}\s*:\s+(?=\S)",
)
_PERSON = (
    r"(?!I\b|we\b|you\b|i\b|what\b|that\b|it\b|this\b|here\b|me\b|us\b)"
    r"(?:(?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|[Tt]heir)\s)?[\w'’-]+(?:\s[A-Z][\w'’-]*){0,2}"
)
_WRITTEN = (
    r"(?:[Mm]essage|[Tt]ext|SMS|sms|[Ww]hats[Aa]pp|[Ee]-?[Mm]ail|[Mm]ail|[Rr]eply|[Aa]nswer|[Nn]ote"
    r"|[Pp]ost|[Ll]etter|[Vv]oicemail|DM|[Cc]omment|[Uu]pdate|[Nn]ews|[Qq]uote|[Ss]tatus|[Ww]ords?"
    r"|[Ss]tory|[Tt]weet|[Rr]esponse|[Cc]ard|[Bb]io)s?"
)
# What was written by another, named in the same line: "Message from Anna: I've moved to Rome".
_RELAYED_HERE = re.compile(
    r"(?:^|[.!?;\n]\s{0,4})(?:(?:[Jj]ust|[Ss]o|[Aa]nd|[Aa]lso|[Oo]k|[Nn]ew|[Aa]nother)[ ,]+)*"
    rf"(?:{_WRITTEN} (?:from|by) (?P<from>[^:\n.!?]{{1,50}}?)"
    r"|(?:[Ii] (?:just )?)?(?:[Gg]ot|[Rr]eceived|[Hh]eard) this (?:from|by)"
    r" (?P<got>[^:\n.!?]{1,40}?)"
    rf"|(?P<whose>{_PERSON})['’]s? {_WRITTEN}(?: (?:says|was|reads|is))?"
    rf"|(?P<role>{_PERSON}) ?\([^()\n]{{1,30}}\) (?:said|says|wrote|writes|texted|replied|posted)"
    rf"|(?P<like>{_PERSON}) (?:be|was|is|were|are) like"
    rf"|(?P<told>{_PERSON}) (?:asked|told|wants|wanted) me to"
    r" (?:tell|say|write|pass on|let you know)(?: you| this| that| it)?"
    rf"|(?P<typed>{_PERSON}) (?:just )?(?:typed|dictated|wrote|said|sent|posted|shared)"
    r" (?:this|that|it)"
    r")\s*:\s+(?=\S)",
)
_NOT_SELF = r"(?!(?:I|my|we|our|me|mine|us)\b)"
# How a heading begins that does not speak of the speaker.
_NO_SELF = rf"\W{{0,3}}(?:{_NOT_SELF}[\w'’#-]+[ ,]+){{0,4}}?"
# Nothing of an exercise is said by whoever shows it.
_EXERCISE_HERE = re.compile(
    r"(?:^|\n)\W{0,3}(?:two truths and (?:a|one) lie|true or false|flash ?cards?|vocab(?:ulary)?"
    r"|which (?:sentence|one|answer) is (?:right|correct|wrong)\??"
    r"|(?:option|sentence|statement|choice|example|answer|variant|version|exercise)"
    r" ?(?:\d{1,2}|[A-Da-d]))\s*[:?.)]\s*(?=\S)"
    # "Exercise 7b, English to Polish:", "Model answer, question 4:", "Persona for the workshop:".
    rf"|(?:^|\n|[.!?]\s){_NO_SELF}(?:exercise(?: \d+\w?)?(?=\s*[,:])|worksheet"
    r"|dictation|(?:model|sample|specimen|example) (?:answer|text|sentence|letter|reply|bio)"
    r"|persona|placeholder|template"
    r"|(?:test|sample|example|dummy) (?:message|sentence|text|input)|(?:sound|mic|microphone"
    r"|keyboard|dictation|spelling|grammar) (?:check|test)|soundcheck|question \d+\w?)"
    rf"(?:[ ,]+{_NOT_SELF}[\w'’-]+){{0,6}}\s*:\s+(?=\S)",
    re.IGNORECASE,
)
# "Edit: I live in Crewe" corrects what was said before, and edits nothing.
_REMARK = re.compile(r"\b(?:edit|correct|check|fix|review|read)\s*:\s*$", re.IGNORECASE)
_ONESELF = re.compile(r"\b(?:I|we|you)\b")
_SELF = frozenset({"me", "us", "myself", "mine", "my"})
_OWN = re.compile(
    rf"\b(?:my|our|mine)\s+(?:[\w-]+\s+){{0,2}}?{_OF_OWN}\b|\b(?:about|of|on|for|to)\s+(?:me"
    rf"|myself|us|yours truly)\b"
    r"|^\W*(?:me|myself|who i am|where i am|how to reach me|reach me(?: at)?|contact me(?: at)?"
    r"|find me)\b\W*$"
    r"|\b(?:reach|contact|find|call|ring|write to) me\b|\bi(?:['’]m| am|['’]ve| have| use| take"
    r"| need| own| like)\b[^.!?]*:\s*$"
    r"|\bi filled (?:in|out)\b|\bfrom me\b|\bmine\b|\b(?:as|since|because) you (?:asked|wanted"
    r"|requested)"
    r"|\bas (?:requested|promised)\b|\bhere you (?:go|are)\b|\byou asked for\b",
    re.IGNORECASE,
)
_OF_OTHER = re.compile(
    r"\b(?i:my|our|the|his|her|their)\s+(?:[\w-]+\s+)?[\w-]+['’]s\b"
    r"|\b(?!Here|There|That|What|It|Let|Who|Where|How|She|He|This|Today|Now)[A-Z][\w-]+['’]s\b"
    rf"|\b(?:his|her|their|its|your)\s+(?:[\w-]+\s+){{0,2}}?{_OF_OWN}\b"
    rf"|\b{_OF_OWN}\s+(?:of|for)\s+(?!me\b|myself\b|us\b)",
)
OF_NAME = re.compile(r"\b(?:for|about|of) [A-Z][\w'’-]+")
_FILE = re.compile(
    r"(?:^|[\s/`\"'(])[\w.-]*\.(?:ya?ml|json|toml|ini|cfg|conf|env|csv|tsv|txt|xml|properties|py"
    r"|js|ts|tsx"
    r"|go|rs|java|rb|sh|sql|tf|html?|css|md|log|lock|plist|proto|gradle|vcf|ics)\b[`\"')]*\s*:?\s*$"
    r"|^\W*(?:dockerfile|makefile|\.env|values|config|settings|manifest|fixture|schema|payload"
    r"|response|request body)\s*:\s*$",
    re.IGNORECASE,
)
PARTS = re.compile(
    r"^\W*(?:ingredients|method|instructions|directions|steps|preparation|procedure|requirements"
    r"|responsibilities|qualifications|duties|benefits|perks|what (?:we|you)['’]?(?:ll"
    r"|re)?\b.{0,40}"
    r"|about (?:us|the (?:role|job|company|team|position))|who (?:we|you) are|your profile|we offer"
    r"|features|specifications?|terms|agenda|lyrics|chorus|verse|abstract|amenities|house rules"
    r"|job description|key facts|the role|nice to have|must have|skills required)\W*:?\W*$",
    re.IGNORECASE,
)
# How the speaker goes on in his own voice after what he has pasted.
_RESUMES = re.compile(
    r"^\W*(?:anyway|anyhow|btw|by the way|thoughts|opinions?|so\b|what (?:do|would|should|is|are"
    r"|does)\b"
    r"|what['’]s|can (?:you|i|we)|could (?:you|i|we)|would (?:you|i|we)|please|pls|plz|is (?:this"
    r"|that|it|there)"
    r"|are (?:these|those|there)|does (?:this|that|it)|do you|did (?:you|i)|should (?:i|we)"
    r"|how (?:do|would|should|can|is|does|about)\b"
    r"|any (?:ideas?|thoughts|tips|advice|suggestions)|thanks|thank you|thx|cheers|ta\b"
    r"|for context|for the record"
    r"|(?:just )?(?:to be clear|fyi|for reference)|p\.?\s?s\b|as for (?:me|myself)|me,|for my part"
    r"|personally|myself"
    r"|in my (?:own )?case|my (?:own )?(?:question|take|view|opinion|answer|problem|side"
    r"|situation)|on my side|unlike (?:him|her|them|that)"
    r"|same here|me too|not me|that['’]?s (?:what|from|all|it|the|where|not|her|his|my)|that (?:is"
    r"|was)|this (?:is|was|one|came|comes|looks|sounds|makes)"
    r"|the above|all (?:of )?(?:this|that)|end of|translate|proofread|summari[sz]e|rewrite"
    r"|rephrase|fix|explain|check|tell me|help me|let me know"
    r"|which|why|where|when|who|i(?:['’]m| am) (?:asking|wondering|thinking|trying|considering"
    r"|confused|not sure|curious|applying|tempted)"
    r"|i (?:agree|disagree|wonder|(?:found|got|was sent|copied|saw) (?:this|it|that)"
    r"|don['’]?t (?:get|understand|agree)|myself|personally)\b"
    r"|actually|also,|here['’]?s (?:my|what i)|\(.*\)$|meanwhile|back to|now,? |ok(?:ay)?\b|well,"
    r"|hm+\b)",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"^(?:[-_=*~#–—]\s?){3,}$|^[-=_*~ ]{2,}\s*end\b.{0,40}$|^\[?/?end[^\]]{0,30}\]?$", re.IGNORECASE
)
_BACK = re.compile(
    r"^\W*(?:(?:please|pls|can you|could you|now|ok|so)\W+)*(?:translate|proofread|paraphrase"
    r"|rephrase|summari[sz]e"
    r"|rewrite|reword|shorten|polish|correct|improve)\b(?![^.!?]*:)[^.!?]{0,60}\b(?:this|the above"
    r"|above|that|the text|it)\b[^.!?:]{0,60}[.!?]*\s*$",
    re.IGNORECASE,
)
_STRUCTURED = re.compile(
    r"^(?:\S[^\n]{0,60}? [-–|→] [^\n]{1,60}? [-–|→] "
    r"|[-*•·▪◦]\s|\d{1,2}[.)]\s|\||[\w /&'’()-]{1,32}\s?[:=]\s)"
)
_MATTER = Label(Kind.MATERIAL, Whose.NOBODY)
LINE_OF_VERSE_MAX = 60


def owner(lead: str) -> Whose | None:
    """Whose a block is, by the sentence before it; None if that does not tell."""
    if not lead:
        return None
    if _FILE.search(lead) or PARTS.match(lead):
        return Whose.NOBODY
    if _OF_OTHER.search(lead):
        # "Sitter's sheet for Biscuit:" names whom the speaker tells of.
        return Whose.SPEAKER if OF_NAME.search(lead) else Whose.OTHER
    if _OWN.search(lead) and not _HANDS_OVER.search(lead):
        return Whose.SPEAKER
    if _HANDS_OVER.search(lead) or _is_edit(lead):
        return Whose.NOBODY
    return None


def _is_edit(lead: str) -> bool:
    """Whether a sentence asks to do something with a text."""
    if len(lead) > 160 or _EDITS.match(lead) is None:
        return False
    return lead.endswith((":", "：")) or _OF_TEXT.match(lead) is not None


def mark_material(page: Page) -> None:
    """Label what is handed over by a sentence before it or after it."""
    _mark_edited_above(page)
    for first, end in list(page.paragraphs()):
        for number in range(first, end):
            if page.free(number):
                _mark_after(page, number)
    _mark_lyrics(page)


def _mark_after(page: Page, number: int) -> None:
    """Label what follows a line that hands it over."""
    sentence = page.lead(number + 1) if number + 1 < len(page.lines) else ""
    if not sentence or owner(sentence) is not Whose.NOBODY:
        return
    first = page.next_written(number + 1)
    if first >= len(page.lines) or not page.free(first) or first - number > 3:
        return
    if not _introduces(page, sentence, number, first):
        return
    page.mark(first, material_end(page, first), _MATTER)


def _introduces(page: Page, sentence: str, number: int, first: int) -> bool:
    """Whether what follows is what a sentence hands over, and not the speaker's next words."""
    below = page.head(first)
    if sentence.endswith((":", "：")):
        return True
    if PARTS.match(sentence):
        return not _is_own_voice(below)
    if _FILE.search(sentence):
        return bool(_STRUCTURED.match(below))
    if _RESUMES.match(below):
        return False
    if _STRUCTURED.match(below) or _is_verse(page, first):
        return True
    apart = first > number + 1
    if not apart and sentence.endswith((".", "?", "!")):
        return False
    of_text = _TEXT.search(sentence) is not None and _JUDGES.search(sentence) is not None
    if _is_edit(sentence) or (of_text and not sentence.endswith(("!", "."))):
        return True
    own = any(_is_own_voice(page.head(n)) for n in range(first, page.paragraph_end(first)))
    return apart and sentence.endswith("?") and not own


def _is_verse(page: Page, first: int) -> bool:
    """Whether a paragraph is of several short lines that end without a full stop."""
    end = page.paragraph_end(first)
    heads = [page.head(n) for n in range(first, end)]
    loose = sum(
        len(head) <= LINE_OF_VERSE_MAX and not head.endswith((".", "?", "!")) for head in heads
    )
    return len(heads) >= 3 and 2 * loose > len(heads)


def material_end(page: Page, first: int) -> int:
    """Return the line after what is handed over: the message's end, or where its writer goes on.

    He does after a rule or a wide gap, or in a paragraph that opens like a remark on it; after a
    list, a note in headed lines or a verse, in one that is none.
    """
    end = page.paragraph_end(first)
    formed = _is_formed(page, first, end)
    while True:
        after = page.next_written(end)
        if after >= len(page.lines) or not page.free(after):
            return end
        head = page.head(after)
        if _RULE.match(head):
            page.mark(after, after + 1, _MATTER)
            return end
        last = page.paragraph_end(after)
        if _RESUMES.match(head) or after - end >= 2 or is_signed(page, end):
            return end
        if formed and not _is_formed(page, after, last) and _is_own_voice(head):
            return end
        page.mark(end, after, _MATTER)
        end = last


def _is_formed(page: Page, first: int, end: int) -> bool:
    structured = sum(_STRUCTURED.match(page.head(n)) is not None for n in range(first, end))
    return (
        2 * structured > end - first
        or _is_verse(page, first)
        or any(PARTS.match(page.head(number)) for number in (first - 1, first))
    )


_OWN_VOICE = re.compile(r"\b(?:I|I['’](?:m|ve|d|ll)|my|me|myself)\b", re.IGNORECASE)


def _is_own_voice(head: str) -> bool:
    return _OWN_VOICE.search(head) is not None


def _mark_edited_above(page: Page) -> None:
    """Label what stands before "Translate the above." as the message's last words."""
    written = page.next_before(len(page.lines))
    if written < 1 or not page.free(written) or not _BACK.match(page.head(written)):
        return
    if page.head(written - 1) and "above" not in page.head(written).casefold():
        return
    first = 0
    if "above" not in page.head(written).casefold():
        first = page.next_before(written)
        while first > 0 and page.free(first - 1):
            first -= 1
    page.mark(first, written, _MATTER)


def _mark_lyrics(page: Page) -> None:
    """Label a song's stanzas with their titles: "[Chorus]"."""
    for number, line in enumerate(page.lines):
        tagged = re.match(
            r"^[\[(](?:intro|verse|chorus|bridge|outro|hook|refrain)\b", line.head, re.IGNORECASE
        )
        if page.free(number) and tagged:
            page.mark(number, page.paragraph_end(number), _MATTER)
    for number, line in enumerate(page.lines):
        if page.free(number) and "♪" in line.head:
            page.mark(number, number + 1, _MATTER)


def spans_within(text: str) -> list[tuple[int, int, str | None]]:
    """Return what of a paragraph is handed over, or said by somebody, in the same line that says
    so.
    """
    found: list[tuple[int, int, str | None]] = [
        (m.start(), m.end(), None) for m in _WORKS.finditer(text)
    ]
    edited = next((m for m in _EDITS_HERE.finditer(text) if not _REMARK.search(m[0])), None)
    if edited is not None:
        found.append((edited.end(), len(text), None))
    exercises = ((m.end(), "\n\n", None) for m in _EXERCISE_HERE.finditer(text))
    for first, closing, author in (*exercises, *_find_relayed(text)):
        stop = text.find(closing, first)
        found.append((first, len(text) if stop < 0 else stop, author))
    return found


def _find_relayed(text: str) -> Iterator[tuple[int, str, str]]:
    """Where the words of others begin that a line says, what ends them, and whose they are."""
    for match in _RELAYED_HERE.finditer(text):
        author = next(name for name in match.groups() if name is not None)
        if not _ONESELF.search(author) and author.casefold() not in _SELF:
            yield match.end(), "\n", author
    for match in _SAID_HERE.finditer(text):
        if not _ONESELF.search(match["author"]):
            yield match.end(), "\n", match["author"]
