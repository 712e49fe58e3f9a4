"""Kin in other languages than English: "meine Schwester Inês", "a mãe", "母" are somebody's own.

A model copies such words as a subject, and they name a person only together with who speaks.
"""

from __future__ import annotations

from dataclasses import dataclass

from extraction.language.kin_words import PARENTS

_WORDS = {
    "mother": "mutter mutti mère maman madre mamá mãe mamãe mamma matka mama 母 お母さん 母さん"
    " أمي والدتي ماما امي",
    "father": "vater vati père papa padre papá pai papai papà ojciec tata babbo 父 お父さん 父さん"
    " أبي والدي بابا ابي",
    "grandmother": "oma großmutter grand-mère mamie abuela avó vovó nonna babcia 祖母 おばあちゃん"
    " جدتي تيتا",
    "grandfather": "opa großvater grand-père papi papy abuelo avô vovô nonno dziadek 祖父"
    " おじいちゃん جدي",
    "brother": "bruder frère hermano irmão fratello brat 兄 弟 お兄ちゃん أخي أخوي اخوي",
    "sister": "schwester sœur soeur hermana irmã sorella siostra 姉 妹 お姉ちゃん أختي اختي",
    "son": "sohn fils hijo filho figlio syn 息子 ابني",
    "daughter": "tochter fille hija filha figlia córka 娘 ابنتي بنتي",
    "husband": "mann ehemann mari marido esposo marito mąż 夫 主人 旦那 زوجي جوزي",
    "wife": "frau ehefrau femme esposa mujer mulher moglie żona 妻 奥さん زوجتي مراتي",
}
_KIN = {word: kin for kin, words in _WORDS.items() for word in words.split()}
_POSSESSIVES = (
    "mein meine meiner meinem meinen mon ma mes mi mis meu minha meus minhas mio mia mój moja moje"
    " mojej mojego unser unsere notre nuestro nuestra nosso nossa nasz nasza うちの 私の"
)
_OWN = frozenset(_POSSESSIVES.split())
_ARTICLES = frozenset(["a", "o", "la", "le", "el", "il", "die", "der", "das", "l'"])


@dataclass(frozen=True, slots=True)
class ForeignKin:
    """One's own kin: the English word for them, and their name if the words give it."""

    role: str
    name: str | None


def foreign_kin(mention: str) -> ForeignKin | None:
    """Read a mention as one's own kin; None if it is not, or is an English one."""
    tokens = [token.strip(",.") for token in mention.split()]
    while tokens and tokens[0].casefold() in _ARTICLES:
        tokens = tokens[1:]
    roles = [_KIN.get(token.casefold()) for token in tokens]
    place = next((number for number, role in enumerate(roles) if role is not None), None)
    role = None if place is None else roles[place]
    if place is None or role is None:
        return None
    # Without "my" all others may be anybody's, or no kin at all.
    joined = len(tokens) == 1 and not tokens[0].isascii()
    if tokens[0].casefold() not in _OWN and not joined and role not in PARENTS:
        return None
    return ForeignKin(role, _name_in(tokens[place + 1 :]))


def _name_in(tokens: list[str]) -> str | None:
    """Return the name that words behind a kin's are, if each of them is written as one."""
    words = [word for word in tokens if word.casefold() not in _ARTICLES]
    named = bool(words) and all(word[0].isupper() for word in words)
    return " ".join(words) if named else None
