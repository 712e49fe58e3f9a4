"""Mail in a message: what was forwarded, what is replied to, and how the speaker signs.

Headers and attributions are known in the languages that mail programs write them in; what stands
between two rules is taken for a header's title in any language, if a header follows.
"""

from __future__ import annotations

import re

from extraction.structure.page import Label, Page
from extraction.structure.regions import Kind, Whose
from graph.kernel.entities.given_names import full_forms, is_given

_FROM = (
    "from|von|de|da|van|från|fra|od|od kogo|от|от кого|від|lähettäjä|feladó|kimden|gönderen|kimdan"
    "|από|מאת|差出人|发件人|寄件者|보낸 사람"
    "|expéditeur|mittente|remitente|afzender|absender"
)
_SENT = (
    "sent|date|gesendet|datum|envoyé|fecha|enviado|enviada|inviato|data|verzonden|skickat|sendt"
    "|dato"
    "|wysłano|dne|odesláno|дата|отправлено|lähetetty|päivämäärä|elküldve|dátum|tarih|日時|送信日時"
    "|日期|发送时间|날짜|date d'envoi|sent on|received"
)
_SUBJECT = (
    "subject|betreff|objet|asunto|oggetto|onderwerp|ämne|emne|temat|předmět|assunto|тема|konu|aihe"
    "|tárgy|θέμα|件名|主题|主旨|제목|re|subj"
)
_TO = (
    "to|an|à|para|a|aan|till|til|do|komu|кому|kime|vastaanottaja|címzett|προς|宛先|收件人|받는 사람"
    "|cc|bcc|kopie|copie|kopia|kopi|reply-to|antwort an|importance|priority|attachments|anlagen"
)
_HEADER = re.compile(
    r"^[>\s*_]*(?:(?P<sender>"
    + _FROM
    + r")|(?P<sent>"
    + _SENT
    + r")|(?P<subject>"
    + _SUBJECT
    + r")"
    r"|(?P<to>" + _TO + r"))[*_ ]*\s?[:：][*_]*(?:\s+(?P<value>.*))?$",
    re.IGNORECASE,
)
_RULED = re.compile(r"^[>\s]*[-_=*~]{2,}\s*(?P<title>[^\W\d_][^\n]{2,70}?)\s*[-_=*~]{2,}[>:\s]*$")
_RULE = re.compile(r"^(?:[-_=*~–—]\s?){3,}$")
_END = re.compile(r"\bend\b|\bende\b|\bfin\b|\bfine\b|\beinde\b", re.IGNORECASE)
_FORWARD = re.compile(
    r"^[\W_]*(?:begin(?:ning of)? forwarded message|anfang der weitergeleiteten (?:nachricht"
    r"|e-mail)"
    r"|début du message (?:réexpédié|transféré)|inizio messaggio inoltrato"
    r"|inicio del mensaje reenviado|begin doorgestuurd bericht|vidarebefordrat brev"
    r"|start på videresendt besked|forwarded message(?: (?:from|by) [^:]+)?|fwd?|fw|wg|tr|rv)"
    r"\s*[:：]?\s*$",
    re.IGNORECASE,
)
# A subject of a forwarded mail, and text with such a mark before it: "FW: Re: Boiler".
_FORWARDED_SUBJECT = re.compile(
    r"^(?:(?:fwd?|wg)[\s:：]+){0,5}(?:fwd?|wg)\s*[:：]\s+\S", re.IGNORECASE
)
# A message of a chat that was handed on, with its author's name.
_HANDED_ON = re.compile(
    r"^[\W_]*(?:forwarded(?: message)?|fwd|shared|reposted|quoted) (?:from|by)\s*:?\s+"
    r"(?P<author>[^\]:,.]{2,40})[\])]*\s*(?:[:：](?P<said>.*))?$",
    re.IGNORECASE,
)
_WROTE = (
    r"(?:wrote|writes|a écrit|schrieb[^:]{0,60}|escribió|ha scritto|scrive|schreef[^:]{0,60}"
    r"|escreveu"
    r"|skrev[^:]{0,60}|napisał\(?a?\)?|napsal\(?a?\)?|пишет|написала?|kirjoitti|írta|yazdı|έγραψε"
    r"|写道|のメール)"
)
_ATTRIBUTION = re.compile(
    r"^[>\s]*(?P<words>[^\n]{2,300}?)\s*" + _WROTE + r"\s*[:：]\s*$", re.IGNORECASE
)
_DATED = re.compile(r"\d|@")
_BARE_AUTHOR = re.compile(r"^@?[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,3}$")
_ONESELF = re.compile(r"(?:I|we)\b", re.IGNORECASE)
_ADDRESS = re.compile(r"\s*[<(\[][^<>()\[\]]*[>)\]]|\s*\S+@\S+|\"")
_QUOTED = re.compile(r"^>(?!>>\s)")
_ALONE = re.compile(r"^[^\W\d_][\w'’. -]{0,40}$")
_DASHES = re.compile(r"^-- ?$")
_CLOSING = re.compile(
    r"^(?:(?:with |my |all |many |very |most )*(?:best|kind|kindest|warm|warmest)?\s*"
    r"(?:regards|wishes|greetings)|best|all the best|cheers|thanks(?: again| in advance| so much)?"
    r"|many thanks|thank you|ta|sincerely|respectfully|yours(?: truly| sincerely| faithfully)?"
    r"|sincerely yours|love|lots of love|take care|xo+|x+|hugs|talk soon|mvg"
    r"|met vriendelijke groeten?"
    r"|groetjes|mfg|lg|vg|viele grüße|liebe grüße|mit freundlichen grüßen|beste grüße|gruß"
    r"|cordialement|bien à vous|bises|amitiés|saludos|un abrazo|atentamente|cumprimentos|abraços?"
    r"|cordiali saluti|ciao|pozdrawiam|med vänliga hälsningar|hälsningar|mvh|hilsen|terveisin)"
    r"\s*[,.!–-]*$",
    re.IGNORECASE,
)
_BOILERPLATE = re.compile(
    r"^(?:sent from (?:my|a|outlook|yahoo|proton|mail|gmail|the)\b.{0,60}|get outlook for .{0,20}"
    r"|von meinem .{2,40} gesendet|gesendet (?:von|mit) .{2,40}|envoyé (?:de|depuis) mon .{2,40}"
    r"|enviado desde mi .{2,40}|inviato da(?:l mio)? .{2,40}|verstuurd vanaf mijn .{2,40}"
    r"|this (?:e-?mail|message) (?:and any attachments? )?(?:is|are|may be|contains?)\b.{0,40}"
    r"(?:confidential|privileged|intended).*|please consider the environment .*|unsubscribe\b.*"
    r"|sendt fra min .{2,40}|skickat från min .{2,40})$",
    re.IGNORECASE,
)
_SALUTES = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|bonjour|hola|olá"
    r"|ciao)\b[^.?!]{0,40}[,!.:–-]?$",
    re.IGNORECASE,
)
# The end of a letter in one line: "Miss you, Sana".
_SIGNED = re.compile(r"^[A-Za-z][\w' ]{1,30}, ?[A-Z][\w.'-]+(?: [A-Z][\w.'-]+)?[.!]?$")
SIGNATURE_LINES_MAX = 8
SIGNATURE_LINE_MAX = 90
_HEADERS_WITHIN = 8
_SENTENCE = re.compile(
    r"^(?:p\.?\s?p?s\b|\W*(?:I|we|my|our)\b|I['’])|[a-z]{2} .*[a-z][.!?]$", re.IGNORECASE
)
_POSTSCRIPT = re.compile(r"^p\.?\s?(?:p\.?\s?)?s\b", re.IGNORECASE)


def mark_mail(page: Page) -> None:
    """Label what was forwarded and what is replied to."""
    number = 0
    while number < len(page.lines):
        number = max(number + 1, _mark_at(page, number))


def _mark_at(page: Page, number: int) -> int:
    """Label the mail that begins at a line, if one does; returns the line after it."""
    if not page.free(number):
        return number
    head = page.lines[number].head
    if _QUOTED.match(head):
        return _mark_quoted(page, number, None, None)
    titled = _RULED.match(head) is not None or _FORWARD.match(head) is not None
    first = page.next_written(number + 1) if titled else number
    quoted = _QUOTED.match(page.head(first)) is not None
    headers = None if quoted else _headers(page, first, titled=titled)
    if headers is not None:
        return _mark_forwarded(page, number, *headers)
    if _FORWARDED_SUBJECT.match(head) and page.next_before(number) < 0:
        return _mark_body(page, number, Label(Kind.FORWARDED, Whose.OTHER))
    return _mark_handed_on(page, number, head) or _mark_attributed(page, number, head)


def _mark_handed_on(page: Page, number: int, head: str) -> int:
    """Label what follows "Forwarded from Anna"; returns the line after, 0 if nothing does."""
    handed = _HANDED_ON.match(head)
    if handed is not None and "]" not in (handed["said"] or ""):
        said = bool((handed["said"] or "").strip())
        end = number + 1 if said else page.paragraph_end(page.next_written(number + 1))
        page.mark(number, end, Label(Kind.FORWARDED, Whose.OTHER, handed["author"].strip()))
        return end
    return 0


def _mark_attributed(page: Page, number: int, head: str) -> int:
    """Label what follows "On Monday Bob wrote:"; returns the line after."""
    for lines in (1, 2, 3):
        words = " ".join(page.head(n) for n in range(number, number + lines))
        if lines > 1 and not _goes_over(page, number + lines - 1):
            return number
        found = _ATTRIBUTION.match(words)
        if found is not None and (lines == 1 or _DATED.search(found["words"])):
            return _mark_reply(page, number, number + lines, found["words"])
        if lines == 1 and not _DATED.search(head):
            return number
    return number


def _goes_over(page: Page, number: int) -> bool:
    """Whether a line may go on with what the line before it began."""
    return bool(page.head(number)) and page.head(number - 1)[-1:] not in (".", "!", "?")


def _mark_reply(page: Page, number: int, body: int, words: str) -> int:
    dated = _DATED.search(words) is not None
    bare = _BARE_AUTHOR.match(words) is not None and not _ONESELF.match(words)
    if not dated and not bare:
        return number
    author = words if bare else _author_of(words)
    page.mark(number, body, Label(Kind.REPLY_HEADER, Whose.NOBODY, author))
    first = page.next_written(body)
    if _QUOTED.match(page.head(first)):
        return _mark_quoted(page, first, author, words if dated else None)
    if dated:
        return _mark_body(page, first, Label(Kind.FORWARDED, Whose.OTHER, author, words))
    end = page.paragraph_end(first)
    page.mark(first, end, Label(Kind.QUOTATION, Whose.OTHER, author))
    return end


def _author_of(words: str) -> str | None:
    """Return the name at the end of "On 3 March 2026 at 10:02, Bob Lee <bob@x.org>"."""
    bare = _ADDRESS.sub("", words).strip(" ,")
    name = re.split(r"[,\d]|\b(?:at|um|à|alle|om|kl|um)\b", bare)[-1].strip(" :.")
    name = re.sub(r"^(?:AM|PM|Uhr|h|uur)\b[ ,]*", "", name, flags=re.IGNORECASE)
    return name if name and name[:1].isalpha() else None


def _mark_quoted(page: Page, number: int, author: str | None, date: str | None) -> int:
    """Label lines with ">" before them, and blank ones between."""
    label = Label(Kind.QUOTATION, Whose.OTHER, author, date)
    while page.free(number) and _QUOTED.match(page.lines[number].head):
        page.mark(number, number + 1, label)
        after = page.next_written(number + 1)
        if page.free(after) and _QUOTED.match(page.lines[after].head):
            page.mark(number + 1, after, label)
            number = after
        else:
            number += 1
    return number


def _headers(page: Page, first: int, *, titled: bool) -> tuple[int, str | None, str | None] | None:
    """Return the headers at a line: the line after them, the author and the date; None for none."""
    seen: dict[str, str] = {}
    number = first
    while number < len(page.lines) and number - first < _HEADERS_WITHIN and page.free(number):
        found = _HEADER.match(page.lines[number].head)
        if found is None:
            # A long list of addresses goes on in the next line.
            if seen and "@" in page.head(number) and _HEADER.match(page.head(number + 1)):
                number += 1
                continue
            break
        seen.setdefault(_name(found), (found["value"] or "").strip())
        number += 1
    if not _is_mail(seen, titled=titled):
        return None
    author = _ADDRESS.sub("", seen.get("sender", "")).strip(" *_") or seen.get("sender")
    return number, author or None, seen.get("sent") or None


def _name(match: re.Match[str]) -> str:
    return next(name for name in ("sender", "sent", "subject", "to") if match[name])


def _is_mail(seen: dict[str, str], *, titled: bool) -> bool:
    """Whether some headers are a mail's, and no note "From: Leeds, To: York"."""
    if "sender" not in seen:
        return titled and len(seen) >= 2
    sure = (
        "subject" in seen or "@" in "".join(seen.values()) or ("sent" in seen and "to" not in seen)
    )
    return titled or (len(seen) >= 2 and sure)


def _mark_forwarded(
    page: Page, number: int, body: int, author: str | None, date: str | None
) -> int:
    header = Label(Kind.REPLY_HEADER, Whose.NOBODY, author, date)
    page.mark(number, body, header)
    return _mark_body(page, body, Label(Kind.FORWARDED, Whose.OTHER, author, date))


def _mark_body(page: Page, first: int, label: Label) -> int:
    """Label a mail's text to its end.

    That is the message's, unless a rule, its writer's signature or a wide gap comes before.
    """
    end = first
    while end < len(page.lines) and not _ends_mail(page, first, end, label.author):
        end += 1
    closed = page.head(end)
    if _RULE.match(closed) or _RULED.match(closed):
        end += 1
    page.mark(first, end, label)
    return end


def _ends_mail(page: Page, first: int, number: int, author: str | None) -> bool:
    head = page.head(number)
    if page.labels[number] is not None:
        return False
    if _RULED.match(head) and _END.search(head):
        return True
    if head or number == first:
        return bool(_RULE.match(head)) and number > first and _goes_on(page, number + 1)
    after = page.next_written(number)
    if after >= len(page.lines):
        return False
    signed = _is_signed(page, first, number, author)
    gap = after - number >= 2 and number > page.next_written(first)
    return (signed or gap) and not _POSTSCRIPT.match(page.head(after)) and _goes_on(page, after)


def _goes_on(page: Page, number: int) -> bool:
    """Whether what comes next is no further header or quotation."""
    after = page.next_written(number)
    head = page.head(after)
    return after < len(page.lines) and not (
        _QUOTED.match(head) or _RULED.match(head) or _HEADER.match(head) or _ATTRIBUTION.match(head)
    )


def _is_signed(page: Page, first: int, number: int, author: str | None) -> bool:
    """Whether the line before a blank one is the writer's name, or one after a closing."""
    last = page.head(number - 1)
    before = page.next_before(number - 1)
    if number - 1 <= first or not _ALONE.match(last):
        return False
    given = (author or "").split()
    named = bool(given) and given[0].casefold() == last.split()[0].casefold()
    return named or (before > first and _CLOSING.match(page.head(before)) is not None)


def is_signed(page: Page, end: int) -> bool:
    """Whether a paragraph ends as a letter does: "Best,⏎Anna", "Miss you, Sana"."""
    last = page.head(end - 1)
    before = page.next_before(end - 1)
    closed = before >= 0 and _CLOSING.match(page.head(before)) is not None
    return _SIGNED.match(last) is not None or (closed and _ALONE.match(last) is not None)


def mark_letters(page: Page, speaker: str) -> None:
    """Label a letter that another has signed: "Hi Mike, … Best, Anna" is what Anna writes."""
    for number, line in enumerate(page.lines):
        closed = page.free(number) and number > 0 and _CLOSING.match(line.head) is not None
        below = page.next_written(number + 1)
        if not closed or below >= len(page.lines) or not _ALONE.match(page.head(below)):
            continue
        if is_anothers_name(page.head(below), speaker):
            first = _salutation(page, number)
            page.mark(first, below + 1, Label(Kind.FORWARDED, Whose.OTHER, page.head(below)))


def _salutation(page: Page, end: int) -> int:
    """Where a letter that ends at a line begins: with its salutation, or with the message."""
    lines = range(end - 1, -1, -1)
    return next((n for n in lines if page.free(n) and _SALUTES.match(page.head(n))), 0)


def is_anothers_name(value: str, speaker: str) -> bool:
    """Whether a value is a person's name, and not the speaker's; not where his is no name."""
    words = [word.strip(".,").casefold() for word in value.split()]
    own = speaker.casefold().split()
    people = 0 < len(words) <= 4 and own and is_given(words[0]) and is_given(own[0])
    return bool(people) and words[0] not in own and not _forms(words[0]) & _forms(own[0])


def _forms(given: str) -> frozenset[str]:
    return full_forms(given) | {given}


def mark_signature(page: Page) -> None:
    """Label how the speaker signs, and what his mail program adds."""
    for number, line in enumerate(page.lines):
        if page.free(number) and _BOILERPLATE.match(line.head):
            page.mark(number, number + 1, Label(Kind.SIGNATURE, Whose.NOBODY))
    for number, line in enumerate(page.lines):
        if page.free(number) and number and _DASHES.match(line.head):
            end = _signature_end(page, number + 1)
            page.mark(number, end, Label(Kind.SIGNATURE, Whose.SPEAKER))
        elif page.free(number) and number and _CLOSING.match(line.head):
            end = _signature_end(page, number + 1)
            if end > number + 1:
                page.mark(number, end, Label(Kind.SIGNATURE, Whose.SPEAKER))


def _signature_end(page: Page, first: int) -> int:
    """Return the line after a signature: a few short lines, none of them a sentence."""
    end, written = first, 0
    while end < len(page.lines) and written < SIGNATURE_LINES_MAX:
        line = page.lines[end]
        if line.blank and written:
            break
        long = len(line.head) > SIGNATURE_LINE_MAX or _SENTENCE.search(line.head) is not None
        if page.labels[end] is not None or (not line.blank and long):
            break
        written += not line.blank
        end += 1
    return end
