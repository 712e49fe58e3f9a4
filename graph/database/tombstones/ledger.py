"""The ledger of erasures: a file outside the store, by which what was erased stays away.

Each line is one erasure: the ids of what was deleted, and keyed hashes (HMAC-SHA256, 128 bits) of
the facts, passages and identifiers that must not come back. Nothing that was said can be read from
it, and without the key beside it nothing can be tried out against it. Processes append to it and
read what others have appended. What is missing is not taken for empty: a store remembers by which
key its erasures were hashed, and a process which erasures it has read.

The store has the same lines, so that every host has them; what is copied is copied byte for byte,
and known by its digest.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from filelock import FileLock

from graph.database.tombstones.folded_text import name_runs
from graph.database.tombstones.passages import Passage, Span, identifiers, mask, passages
from graph.errors import InvalidArgument, LedgerUnavailable
from graph.validation import name_key, text_form

VERSION = 1
KEY_BYTES = 32
_HASH_LENGTH = 32
_KEY_FIELD = "DOXA_LEDGER_KEY"
_HINT = (
    "restore it with its key, from where both are kept; DOXA_LEDGER names the file. With the key"
    f" in {_KEY_FIELD} it is copied from the store, as far as that has it"
)


@dataclass(frozen=True, slots=True)
class PassageTombstone:
    """A passage that must not come back: its key, who said it, which of its words; None for all.

    Without a speaker it is meant whoever says it.
    """

    key: str
    speaker: str | None
    words: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Erased:
    """What one erasure leaves in the ledger, before it is hashed.

    A fact is an entity, an attribute and a value, each as ``fact_parts`` has them.
    """

    erasure: str
    tenant: str
    at: str
    ids: Sequence[str] = ()
    facts: Iterable[tuple[str, str, str]] = ()
    passages: Iterable[PassageTombstone] = ()
    identifiers: Iterable[str] = ()


@dataclass(frozen=True, slots=True)
class Tombstone:
    """One erasure as it is written down: hashed by the key of a ledger, for a tenant of a name.

    ``passages`` have which of their words are masked; None for all.
    """

    erasure: str
    at: str
    name: str
    ids: tuple[str, ...] = ()
    hashes: tuple[str, ...] = ()
    passages: tuple[tuple[str, tuple[int, ...] | None], ...] = ()

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> Tombstone:
        """Build it from a line of the file."""
        return cls(
            entry["erasure"],
            entry["at"],
            entry.get("name", entry["tenant"]),
            tuple(entry["ids"]),
            tuple(entry["hashes"]),
            tuple(
                (key, None if words is None else tuple(words)) for key, words in entry["passages"]
            ),
        )

    def line(self, tenant: str) -> dict[str, Any]:
        """Return the line of the file by which it holds for a tenant."""
        own = {"v": VERSION, "tenant": tenant, **asdict(self)}
        if self.name == tenant:
            del own["name"]
        return own


@dataclass(slots=True)
class _KnownOfTenant:
    """What a tenant has in the ledger: names that it was hashed for, hashes, ids, erasures.

    ``lines`` are by digest where each of its lines is: from one place of the file to another.
    """

    names: set[str] = field(default_factory=set[str])
    hashes: dict[str, tuple[int, ...] | None] = field(
        default_factory=dict[str, "tuple[int, ...] | None"]
    )
    ids: dict[str, str] = field(default_factory=dict[str, str])
    erasures: set[str] = field(default_factory=set[str])
    lines: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    def take(self, tombstone: Tombstone) -> None:
        """Know this erasure too."""
        self.names.add(tombstone.name)
        self.erasures.add(tombstone.erasure)
        self.ids.update(dict.fromkeys(tombstone.ids, tombstone.erasure))
        self.hashes.update(dict.fromkeys(tombstone.hashes))
        for hashed, words in tombstone.passages:
            self.hashes[hashed] = _joined(self.hashes.get(hashed, ()), words)

    def covers(self, tombstone: Tombstone) -> bool:
        """Whether it would add nothing."""
        return (
            all(self.ids.get(key) == tombstone.erasure for key in tombstone.ids)
            and all(hashed in self.hashes for hashed in tombstone.hashes)
            and all(
                _covers(self.hashes.get(hashed, ()), words) for hashed, words in tombstone.passages
            )
        )


@dataclass(slots=True)
class _Known:
    """What has been read of the file, up to ``offset``, by tenant."""

    offset: int = 0
    inode: int = 0
    tenants: dict[str, _KnownOfTenant] = field(default_factory=dict[str, _KnownOfTenant])

    def of(self, tenant: str) -> _KnownOfTenant:
        """Return what a tenant has."""
        return self.tenants.setdefault(tenant, _KnownOfTenant())

    def take(self, file: Path) -> None:
        """Read what has been appended; a line that is being written is left for later."""
        with file.open("rb") as stream:
            stream.seek(self.offset)
            read = stream.read()
        whole = read[: read.rfind(b"\n") + 1]
        at = self.offset
        for line in whole.splitlines(keepends=True):
            entry = json.loads(line)
            known = self.of(entry["tenant"])
            known.take(Tombstone.read(entry))
            known.lines[_digest(line.rstrip(b"\n"))] = at, at + len(line) - 1
            at += len(line)
        self.offset = at

    def lost(self, before: _Known) -> list[str]:
        """Return the erasures that were known before and are no more."""
        return [
            one
            for tenant, known in before.tenants.items()
            for one in sorted(known.erasures - self.of(tenant).erasures)
        ]


class Ledger:
    """The ledger in a file, which need not be there yet; without a file nothing can be erased.

    Its key is ``given``, or lies beside the file.
    """

    def __init__(self, file: Path | None = None, given: bytes | None = None) -> None:
        self.file = None if file is None else file.expanduser()
        self._given = given
        self._known = _Known()
        self._key = b""

    def begin(self) -> str:
        """Have the file there, with its key, before anything is written; the key's fingerprint.

        Raises:
            InvalidArgument: there is no ledger.
            LedgerUnavailable: it cannot be written.
        """
        with self._locked() as file:
            self._refresh()
            if not file.exists():
                _create(file)
        return self._hash("ledger")

    def describe(self) -> str:
        """Say where it is, and of how many tenants it has anything; nothing is written.

        Raises:
            LedgerUnavailable: it cannot be read, or has no key.
        """
        if self.file is None or not self.file.exists():
            return f"{self.file} will be made with the first erasure"
        return f"{self.file}, of {len(self.tenants()):,} tenants"

    def require_key(self, fingerprint: str | None) -> None:
        """See that it is there and has the key by which a store's erasures were hashed, if any.

        Raises:
            LedgerUnavailable: it is missing, or has no key or another one.
        """
        if fingerprint is None:
            return
        if self.file is None:
            raise LedgerUnavailable("no ledger of erasures is given", hint="set DOXA_LEDGER")
        own = self.fingerprint()
        if own is not None and own != fingerprint:
            raise LedgerUnavailable(
                f"the ledger of erasures {self.file} has another key than that of the store",
                hint=_HINT,
            )
        if own is None or not self.file.exists():
            lacking = self.file if own else _key_file(self.file)
            raise LedgerUnavailable(f"the ledger of erasures is missing: {lacking}", hint=_HINT)

    def may_copy(self, fingerprint: str) -> bool:
        """Whether there is no file yet, and the key is given by which a store has its erasures.

        Who is given the key has not lost the ledger: this host has not had it yet.
        """
        if self._given is None or self.file is None or self._known.offset or self.file.exists():
            return False
        return self.fingerprint() == fingerprint

    def require_copy(self, fingerprint: str) -> None:
        """Have a file there, to be written to, where ``may_copy`` says so.

        Raises:
            LedgerUnavailable: it cannot be written.
        """
        if self.may_copy(fingerprint):
            self.begin()

    def digests(self, tenant: str) -> set[str]:
        """Return by what the lines of a tenant are known."""
        known = self._of(tenant)
        return set() if known is None else set(known.lines)

    def entries(self, tenant: str, digests: Iterable[str]) -> Iterator[tuple[str, str, str]]:
        """Yield the lines of a tenant that are known by these digests: digest, erasure, line."""
        known = self._of(tenant)
        if known is None:
            return
        with self._path().open("rb") as stream:
            for (start, end), digest in sorted((known.lines[one], one) for one in digests):
                stream.seek(start)
                line = stream.read(end - start).decode()
                yield digest, json.loads(line)["erasure"], line

    def copy(self, tenant: str, lines: Iterable[str]) -> None:
        """Have the lines of another host's ledger of the same key, and have them on the disk.

        Raises:
            InvalidArgument: there is no ledger.
            LedgerUnavailable: it cannot be written, or one of them is no line of that tenant.
        """
        with self._locked() as file:
            self._refresh()
            known = self.digests(tenant)
            fresh = [one for one in lines if _digest(one.encode()) not in known]
            for line in fresh:
                _require_line(tenant, line)
            if fresh:
                _append(file, "\n".join(fresh))
                self._refresh()

    def append(self, erased: Erased) -> None:
        """Write an erasure down, and have it on the disk before returning.

        What is there already is not written again.

        Raises:
            InvalidArgument: there is no ledger.
            LedgerUnavailable: it cannot be written.
        """
        self._write(erased.tenant, lambda: self._tombstone(erased))

    def tombstones(self, tenant: str) -> list[Tombstone]:
        """Return what was erased of a tenant's, in the order in which it was written down."""
        if self.file is None or self._of(tenant) is None:
            return []
        entries = map(json.loads, self.file.read_bytes()[: self._known.offset].splitlines())
        return [Tombstone.read(entry) for entry in entries if entry["tenant"] == tenant]

    def fingerprint(self) -> str | None:
        """Return what tells the key of this ledger from others; None if it has none.

        Raises:
            LedgerUnavailable: the key cannot be read.
        """
        if self.file is None or (self._given is None and not _key_file(self.file).exists()):
            return None
        try:
            self._key = self._key or self._load_key(self.file)
        except (OSError, ValueError) as error:
            raise self._unreadable() from error
        return self._hash("ledger")

    def accept(self, tenant: str, fingerprint: str, tombstone: Tombstone) -> bool:
        """Have an erasure from another store, or of another tenant, hold for this one too.

        Returns:
            Whether it was new.

        Raises:
            InvalidArgument: there is no ledger, or the erasure was hashed by another key.
            LedgerUnavailable: the ledger cannot be written.
        """
        file = self._path()
        if self.fingerprint() != fingerprint:
            raise InvalidArgument(
                "it was hashed by the key of another ledger",
                field="ledger",
                hint=f"copy that ledger's key to {_key_file(file)} before anything is erased here"
                f", or set {_KEY_FIELD}",
            )
        return self._write(tenant, lambda: tombstone)

    def _write(self, tenant: str, made: Callable[[], Tombstone]) -> bool:
        """Append what is made, once the key is there, unless it is known; whether it was new."""
        with self._locked() as file:
            self._refresh()
            tombstone = made()
            known = self._known.tenants.get(tenant)
            if known is not None and known.covers(tombstone):
                return False
            _append(file, json.dumps(tombstone.line(tenant), separators=(",", ":")))
            self._refresh()
        return True

    @contextmanager
    def _locked(self) -> Generator[Path]:
        """Write alone during the block, by the key, which is made where there is none.

        Raises:
            InvalidArgument: there is no ledger.
            LedgerUnavailable: it cannot be written.
        """
        file = self._path()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(f"{file}.lock"):
                if self._given is None and not file.exists() and not self._known.offset:
                    _create_key(file)
                self._key = self._key or self._load_key(file)
                yield file
        except (OSError, ValueError) as error:
            raise LedgerUnavailable(
                f"the ledger of erasures {file} cannot be written: {error}",
                hint="nothing was erased",
            ) from error

    def forbids(self, tenant: str, facts: Iterable[tuple[str, str, str]]) -> bool:
        """Whether one of these facts was erased."""
        known = self._of(tenant)
        if known is None:
            return False
        hashed = (self._hash("fact", name, *fact) for fact in facts for name in known.names)
        return any(one in known.hashes for one in hashed)

    def masked(self, tenant: str, speaker: str | None, text: str) -> str:
        """Return a text as it may be kept: what was erased is masked, at the same length."""
        known = self._of(tenant)
        if known is None:
            return text
        spans: list[Span] = []
        for name in known.names:
            spans += self._identifiers(known, name, text)
            spans += self._said(known, name, speaker, text)
        return mask(text, spans) if spans else text

    def erased_ids(self, tenant: str, erasure: str | None = None) -> list[str]:
        """Return the ids of all that was erased of a tenant's, or by one erasure."""
        known = self._of(tenant)
        if known is None:
            return []
        return [one for one, by in known.ids.items() if erasure in {None, by}]

    def erasures(self, tenant: str) -> frozenset[str]:
        """Return the erasures that it has of a tenant."""
        known = self._of(tenant)
        return frozenset() if known is None else frozenset(known.erasures)

    def tenants(self) -> list[str]:
        """Return the tenants of whom something was erased."""
        self._refresh()
        return sorted(self._known.tenants)

    def _identifiers(self, tombstones: _KnownOfTenant, name: str, text: str) -> list[Span]:
        return [
            span
            for token, span in identifiers(text)
            if self._hash("identifier", name, token) in tombstones.hashes
        ]

    def _said(
        self, tombstones: _KnownOfTenant, name: str, speaker: str | None, text: str
    ) -> Iterator[Span]:
        said_by = text_form(speaker or "")
        for passage in passages(text):
            for key in (("passage", name, passage.key), ("said", name, said_by, passage.key)):
                hashed = self._hash(*key)
                if hashed in tombstones.hashes:
                    yield from _masked_of(passage, tombstones.hashes[hashed])

    def _path(self) -> Path:
        if self.file is None:
            raise InvalidArgument(
                "there is no ledger of erasures", field=None, hint="set DOXA_LEDGER"
            )
        return self.file

    def _tombstone(self, erased: Erased) -> Tombstone:
        tenant = erased.tenant
        facts = [self._hash("fact", tenant, *fact) for fact in erased.facts]
        tokens = [self._hash("identifier", tenant, token) for token in erased.identifiers]
        return Tombstone(
            erasure=erased.erasure,
            at=erased.at,
            name=tenant,
            ids=tuple(erased.ids),
            hashes=tuple(sorted({*facts, *tokens})),
            passages=tuple((self._passage(tenant, one), one.words) for one in erased.passages),
        )

    def _passage(self, tenant: str, tombstone: PassageTombstone) -> str:
        if tombstone.speaker is None:
            return self._hash("passage", tenant, tombstone.key)
        return self._hash("said", tenant, tombstone.speaker, tombstone.key)

    def _hash(self, *parts: str) -> str:
        told = b"".join(b"%d:%s" % (len(raw), raw) for raw in (part.encode() for part in parts))
        return hmac.new(self._key, told, hashlib.sha256).hexdigest()[:_HASH_LENGTH]

    def _of(self, tenant: str) -> _KnownOfTenant | None:
        self._refresh()
        return self._known.tenants.get(tenant)

    def _refresh(self) -> None:
        """Read what has been appended since.

        Raises:
            LedgerUnavailable: the ledger is not as it was written, or its key is missing.
        """
        if self.file is None:
            return
        try:
            found = self.file.stat()
        except FileNotFoundError as error:
            if self._known.offset:
                raise self._unreadable() from error
            return
        known = self._known
        if found.st_ino != known.inode or found.st_size < known.offset:
            known = _Known(inode=found.st_ino)
        if known is self._known and found.st_size == known.offset:
            return
        try:
            if found.st_size:
                self._key = self._load_key(self.file)
            known.take(self.file)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise self._unreadable() from error
        if lost := known.lost(self._known):
            raise LedgerUnavailable(
                f"the ledger of erasures {self.file} has lost {len(lost):,}, such as {lost[0]}",
                hint=_HINT,
            )
        self._known = known

    def _load_key(self, file: Path) -> bytes:
        if self._given is None:
            return _read_key(file)
        if _key_file(file).exists() and _read_key(file) != self._given:
            raise ValueError(f"{_key_file(file)} is another key than {_KEY_FIELD}")
        return self._given

    def _unreadable(self) -> LedgerUnavailable:
        return LedgerUnavailable(
            f"the ledger of erasures {self.file} cannot be read, or is missing", hint=_HINT
        )


def given_key(text: str) -> bytes | None:
    """Return the key of a ledger that is given as text, as its file has it; None for none.

    Raises:
        InvalidArgument: it is no such key.
    """
    if not text:
        return None
    with suppress(ValueError):
        key = bytes.fromhex(text)
        if len(key) == KEY_BYTES:
            return key
    raise InvalidArgument(
        "it is no key of a ledger",
        field=_KEY_FIELD,
        hint=f"{2 * KEY_BYTES} hexadecimal digits: what is in erasures.jsonl.key",
    )


def copy_ledger(source: Path, target: Path) -> bool:
    """Have a ledger where there is none, with its key; whether there was one to be copied.

    Raises:
        LedgerUnavailable: it cannot be copied.
    """
    if target.exists() or not source.exists():
        return False
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # The key first, and each whole: half of a ledger is not taken for all of it.
        _copy_key(_key_file(source), _key_file(target))
        _copy(source, target)
    except OSError as error:
        raise LedgerUnavailable(
            f"the ledger of erasures {source} cannot be copied: {error.strerror}",
            hint="copy it and its key by hand",
        ) from error
    return True


def _copy_key(source: Path, target: Path) -> None:
    if not source.exists():
        # It is given, here as there, or is missed by whoever reads the copy.
        return
    if not target.exists():
        _copy(source, target)
    elif target.read_bytes() != source.read_bytes():
        raise FileExistsError(errno.EEXIST, f"{target} is another key")


def _copy(source: Path, target: Path) -> None:
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600, exist_ok=False)
    part.write_bytes(source.read_bytes())
    part.replace(target)


def fact_parts(
    entities: Iterable[str],
    names: Iterable[str],
    attribute: str,
    values: Iterable[str],
    scope: str,
) -> Iterator[tuple[str, str, str]]:
    """Yield a fact in each way in which it can be said: by ids and by names of its entity.

    One that is private to a subject, in a ``scope``, is that subject's own.
    """
    place = json.dumps([attribute, scope]) if scope else attribute
    known = list(values)
    # What was erased before names lost their second dots, or were known by their words alone, is
    # known by the forms that have them.
    keys = dict.fromkeys(
        key for one in names for key in (name_key(one), text_form(one), " ".join(name_runs(one)))
    )
    subjects = [f"id:{one}" for one in entities] + [f"name:{key}" for key in keys]
    for subject in subjects:
        for value in known:
            yield subject, place, value


def _covers(lengths: tuple[int, ...] | None, words: Sequence[int] | None) -> bool:
    """Whether a passage is masked at least so far: wholly, for None."""
    return lengths is None or (words is not None and set(words) <= set(lengths))


def _joined(
    lengths: tuple[int, ...] | None, words: tuple[int, ...] | None
) -> tuple[int, ...] | None:
    return None if lengths is None or words is None else (*lengths, *words)


def _masked_of(passage: Passage, words: tuple[int, ...] | None) -> Iterator[Span]:
    """Yield what is masked of a passage: some of its words, or all of it."""
    if words is None:
        yield passage.start, passage.end
    else:
        yield from (passage.words[at] for at in words if at < len(passage.words))


def _digest(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest()[:_HASH_LENGTH]


def _require_line(tenant: str, line: str) -> None:
    """See that a line from elsewhere can be read here, and is that tenant's.

    Raises:
        ValueError: it is not.
    """
    try:
        entry = json.loads(line)
        Tombstone.read(entry)
    except (KeyError, TypeError) as error:
        raise ValueError("the store has a tombstone that cannot be read") from error
    if entry["tenant"] != tenant or "\n" in line:
        raise ValueError(f"the store has a tombstone of tenant {tenant} that is not its own")


def _append(file: Path, line: str) -> None:
    handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
    try:
        size = os.fstat(handle).st_size
        if size > 0 and os.pread(handle, 1, size - 1) != b"\n":
            # A process was killed while it wrote: its erasure had not begun.
            os.ftruncate(handle, file.read_bytes().rfind(b"\n") + 1)
        data = line.encode() + b"\n"
        while data:
            data = data[os.write(handle, data) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _key_file(file: Path) -> Path:
    return file.with_name(f"{file.name}.key")


def _create(file: Path) -> None:
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600))


def _create_key(file: Path) -> None:
    """Make a key where there is none."""
    with suppress(FileExistsError):
        handle = os.open(
            _key_file(file), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600
        )
        with os.fdopen(handle, "wb") as made:
            made.write(secrets.token_hex(KEY_BYTES).encode())
            made.flush()
            os.fsync(handle)


def _read_key(file: Path) -> bytes:
    path = _key_file(file)
    key = bytes.fromhex(path.read_text(encoding="ascii"))
    if len(key) != KEY_BYTES:
        raise ValueError(f"{path} is no key")
    return key
