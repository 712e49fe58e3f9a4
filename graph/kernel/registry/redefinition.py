"""What a definition makes of the registry: one attribute, and those that must agree with it.

An inverse and an opposite are mutual: naming one on the one side writes it on the other, and is
refused where the other says something else. Nothing here reads or writes.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from graph.errors import Conflict, InvalidArgument, OutOfRange, TooLarge
from graph.kernel.registry.builtin import PACK
from graph.kernel.registry.registry import ATTRIBUTES_MAX, Registry
from graph.model.commands import AttributeDefinition
from graph.model.records import Attribute
from graph.model.values.canonical import comparable
from graph.vocabulary import Cardinality, ValueType

ALIASES_MAX = 100
_MEASURED = frozenset({ValueType.NUMBER, ValueType.QUANTITY})
# Texts that an empty one takes away; a field left out stays as it is.
_CLEARED = ("target_kind", "unit", "category", "inverse", "opposite")


@dataclass(frozen=True, slots=True)
class Change:
    """A definition worked out: the attribute, what it was, and all attributes to be written."""

    before: Attribute | None
    after: Attribute
    written: tuple[Attribute, ...]

    @property
    def reshapes(self) -> bool:
        """Whether claims would stand in other slots from now on."""
        return self.before is not None and self.before.cardinality is not self.after.cardinality

    @property
    def fixed_fields(self) -> list[str]:
        """The fields whose change would mean something else by claims made before."""
        before, after = self.before, self.after
        if before is None:
            return []
        converts = before.relation != after.relation
        text = before.relation and after.value_type is not ValueType.TEXT
        changed = {
            "value_type": before.value_type is not after.value_type and (text or not converts),
            "resumes": before.resumes != after.resumes,
            "unit": not converts and _means_another(before, after),
        }
        return [name for name, differs in changed.items() if differs]


def change_of(registry: Registry, definition: AttributeDefinition) -> Change:
    """Return what the definition changes; absent fields of a known attribute stay as they are.

    Raises:
        Conflict: an alias is taken, or an inverse or opposite says something else.
        InvalidArgument: two fields do not go together.
        OutOfRange: a number of days.
        TooLarge: too many attributes or aliases.
    """
    definition = definition.checked()
    name = registry.name(definition.name)
    before = registry.get(name)
    after = _merged(registry, before, definition, name)
    if name not in registry.own and len(registry.own) >= ATTRIBUTES_MAX:
        raise TooLarge(
            f"a tenant has at most {ATTRIBUTES_MAX:,} attributes",
            field="name",
            hint="reuse one",
        )
    _check_days(after)
    _check_unit(after)
    _check_relation(after)
    _check_aliases(registry, after)
    others = _Partners(registry, before, after)
    others.agree("inverse")
    others.agree("opposite")
    return Change(before, after, (after, *others.changed()))


def _merged(
    registry: Registry, before: Attribute | None, definition: AttributeDefinition, name: str
) -> Attribute:
    """Return the attribute with the definition's given fields laid over what was known."""
    given = _given(definition)
    if "aliases" in given:
        built_in = PACK[name].aliases if name in PACK else ()
        # What is built in leads to its attribute whatever a tenant says.
        given["aliases"] = tuple(
            dict.fromkeys(one for one in (*built_in, *given["aliases"]) if one != name)
        )
    for reference in ("inverse", "opposite"):
        if given.get(reference) is not None:
            given[reference] = registry.name(given[reference])
    if not registry.fixed(name) and "value_type" not in given:
        given |= _implied(given)
    _drop_what_goes_with_the_other_form(given)
    base = before or Attribute(name, Cardinality.MANY, ValueType.TEXT)
    return replace(base, **given, name=name, declared=True)


def _given(definition: AttributeDefinition) -> dict[str, Any]:
    """Return the fields that the definition gives, without its name; None for what it takes
    away.
    """
    every = {item.name: getattr(definition, item.name) for item in fields(definition)}
    return {
        name: None if name in _CLEARED and value == "" else value
        for name, value in every.items()
        if name != "name" and value is not None
    }


def _implied(given: dict[str, Any]) -> dict[str, ValueType]:
    """Return the type of values that other fields tell, of an attribute that has none yet."""
    if given.get("symmetric") or any(
        given.get(one) is not None for one in ("inverse", "target_kind")
    ):
        return {"value_type": ValueType.ENTITY}
    return {"value_type": ValueType.QUANTITY} if given.get("unit") is not None else {}


def _drop_what_goes_with_the_other_form(given: dict[str, Any]) -> None:
    """Take away the unit of what becomes a relation, and the target's kind of a literal."""
    value_type = given.get("value_type")
    if value_type is ValueType.ENTITY:
        given.setdefault("unit", None)
    elif value_type is not None:
        given.setdefault("target_kind", None)


def _means_another(before: Attribute, after: Attribute) -> bool:
    """Whether a bare number said before would now be another amount."""
    if before.unit == after.unit:
        return False
    if after.value_type is ValueType.NUMBER and before.unit is not None:
        return True
    return not comparable(before.unit, after.unit)


def _check_days(after: Attribute) -> None:
    for field, value in (("ttl_days", after.ttl_days), ("half_life_days", after.half_life_days)):
        if value is not None and not 0 < value < 365_000:
            raise OutOfRange(f"{value} days", field=field, hint="give a positive number of days")


def _check_unit(after: Attribute) -> None:
    if after.unit is None:
        return
    if after.value_type not in _MEASURED:
        raise InvalidArgument(
            f"values of {after.name!r} are {after.value_type.value}, which has no unit",
            field="unit",
            hint="a unit goes with QUANTITY or NUMBER",
        )
    if after.unit[0].isdigit():
        raise InvalidArgument(
            f"{after.unit[:80]!r} is no unit", field="unit", hint="write it like km or EUR"
        )


def _check_relation(after: Attribute) -> None:
    name = after.name
    if after.inverse == name:
        raise InvalidArgument(
            f"{name!r} would be its own inverse", field="inverse", hint="give `symmetric` instead"
        )
    if after.symmetric and after.inverse is not None:
        raise InvalidArgument(
            "a symmetric relation is its own inverse",
            field="symmetric",
            hint='leave one of them out; inverse: "" takes an inverse away',
        )
    ends = {
        "target_kind": after.target_kind,
        "inverse": after.inverse,
        "symmetric": after.symmetric,
    }
    for field, said in ends.items():
        if said and not after.relation:
            raise InvalidArgument(
                f"values of {name!r} are {after.value_type.value}: it is no relation",
                field=field,
                hint="only a relation has another end: give `valueType`, ENTITY",
            )
    if after.opposite == name:
        raise InvalidArgument(
            "an attribute cannot be its own opposite",
            field="opposite",
            hint="name another attribute",
        )


def _check_aliases(registry: Registry, after: Attribute) -> None:
    if len(after.aliases) > ALIASES_MAX:
        raise TooLarge(
            f"{len(after.aliases):,} aliases, at most {ALIASES_MAX} are taken",
            field="aliases",
            hint="give fewer",
        )
    for alias in after.aliases:
        holder = registry.name(alias)
        if holder != after.name and registry.get(holder) is not None:
            raise Conflict(
                f"{alias!r} already names {holder!r}",
                field="aliases",
                hint="choose another alias",
            )


class _Partners:
    """The attributes at the other ends, as they are to be after the definition."""

    def __init__(self, registry: Registry, before: Attribute | None, after: Attribute) -> None:
        self._registry = registry
        self._before = before
        self._after = after
        self._known: dict[str, Attribute] = {}

    def changed(self) -> list[Attribute]:
        """Those that are not as the registry has them."""
        return [one for name, one in self._known.items() if one != self._registry.get(name)]

    def agree(self, field: str) -> None:
        """Have the other end of an inverse, or an opposite, name this attribute."""
        name = self._after.name
        was = getattr(self._before, field) if self._before is not None else None
        now = getattr(self._after, field)
        if was is not None and was != now:
            left = self._get(was)
            if left is not None and getattr(left, field) == name:
                self._known[was] = replace(left, **{field: None})
        if now is None:
            return
        other = self._get(now) or Attribute(
            now, Cardinality.MANY, self._after.value_type, category=self._after.category
        )
        if now not in self._registry.own and now not in PACK and field == "opposite":
            other = replace(other, cardinality=self._after.cardinality)
        other = self._fitted(other, field)
        self._known[now] = replace(other, **{field: name}, declared=True)

    def _get(self, name: str) -> Attribute | None:
        return self._known.get(name) or self._registry.get(name)

    def _fitted(self, other: Attribute, field: str) -> Attribute:
        """Return the other end, in the form that this one has.

        Raises:
            Conflict: it has another form for good, or another partner.
        """
        said, after = getattr(other, field), self._after
        if said not in (None, after.name):
            raise self._disagrees(field, other, f"names {said!r} as its {field}")
        if field == "inverse" and other.symmetric:
            raise self._disagrees(field, other, "is symmetric")
        if other.value_type is not after.value_type:
            along = field == "opposite" and said == after.name
            if self._registry.fixed(other.name) and not along:
                raise self._disagrees(field, other, f"has values of type {other.value_type.value}")
            other = replace(other, value_type=after.value_type)
        if field == "opposite" and other.cardinality is not after.cardinality:
            raise self._disagrees(field, other, f"holds {other.cardinality.value}")
        return other

    def _disagrees(self, field: str, other: Attribute, why: str) -> Conflict:
        return Conflict(
            f"{self._after.name!r} and {other.name!r} do not go together: {other.name!r} {why}",
            field=field,
            hint=f'define {other.name!r} first; {field}: "" takes it away',
        )
