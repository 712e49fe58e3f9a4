"""Restore a backup into an empty store, and prove that it is what was backed up."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from api.files.load.load import file_digest, load
from graph.database.session import Session
from graph.errors import Conflict, InvalidArgument
from graph.history.backup import manifest as manifests
from graph.history.backup.digest import digest_beliefs
from graph.history.backup.manifest import Manifest, Tenant
from graph.history.backup.waiting_jobs import WaitingJob, parse_job, queue_again
from graph.history.bulk.file_progress import known_progress
from graph.history.export.export import export
from graph.history.file_format.conversion import encode_line
from graph.history.integrity import check
from graph.model.records import Caller
from graph.progress import Say
from graph.vocabulary import Role

DIFFERENCES_MAX = 20


@dataclass(frozen=True, slots=True)
class RestoredTenant:
    """A tenant that was restored, and in what it is not what was backed up."""

    tenant: str
    lines: int
    jobs: int
    beliefs: int
    differences: tuple[str, ...]


async def restore_backup(
    db: Session, actor: str, folder: Path, manifest: Manifest, say: Say
) -> list[RestoredTenant]:
    """Restore every tenant of a backup made by export; return what each came to.

    The same call continues a restore that was interrupted.

    Raises:
        Conflict: the store holds something else.
        InvalidArgument: a file is damaged, or a line of it is refused.
        Unavailable: the store does not answer.
    """
    say("reading the backup")
    manifests.require_whole(folder, manifest)
    await _require_empty(db, folder, manifest)
    return [
        await _Restoration(db, Caller(one.tenant, actor, Role.OWNER), folder, one, say).restore()
        for one in manifest.tenants
    ]


async def prove_restored(db: Session, actor: str, tenant: Tenant) -> list[str]:
    """Return in what a tenant that was just restored differs from what was backed up.

    Its beliefs have the same digest, it is exported to the same bytes, and no invariant is
    violated.
    """
    found: list[str] = []
    beliefs, digest = await digest_beliefs(db, tenant.tenant, tenant.until)
    if (beliefs, digest) != (tenant.beliefs, tenant.digest):
        found.append(
            f"{beliefs:,} versions of beliefs instead of {tenant.beliefs:,}, or other ones"
        )
    hasher = hashlib.sha256()
    async for line in export(db, Caller(tenant.tenant, actor, Role.OWNER), until=tenant.until):
        hasher.update(encode_line(line).encode())
    if hasher.hexdigest() != tenant.export.sha256:
        found.append("it is exported to other lines")
    async for violation in check.violations(db, tenant.tenant):
        found.append(f"invariant {violation.invariant}: {violation.subject}: {violation.message}")
        if len(found) == DIFFERENCES_MAX:
            break
    return found


@dataclass(frozen=True, slots=True)
class _Restoration:
    """The restoration of one tenant."""

    db: Session
    caller: Caller
    folder: Path
    tenant: Tenant
    say: Say

    async def restore(self) -> RestoredTenant:
        one = self.tenant
        with manifests.open_compressed(self.folder, one.export) as stream:
            loaded = await load(self.db, self.caller, stream, self._say, replay=True)
        if loaded.refused:
            first = loaded.refused[0]
            raise InvalidArgument(
                f"{self.folder / one.export.name}, line {first.line}: {first.message}",
                field="BACKUP",
                hint=first.hint,
            )
        jobs = self._jobs()
        await queue_again(self.db, one.tenant, jobs)
        self._say("digest")
        differences = await prove_restored(self.db, self.caller.actor, one)
        return RestoredTenant(one.tenant, one.lines, len(jobs), one.beliefs, tuple(differences))

    def _jobs(self) -> list[WaitingJob]:
        if self.tenant.jobs is None:
            return []
        with manifests.open_compressed(self.folder, self.tenant.jobs) as stream:
            return [parse_job(json.loads(line)) for line in stream]

    def _say(self, text: str) -> None:
        self.say(f"{self.tenant.tenant}: {text}")


async def _require_empty(db: Session, folder: Path, manifest: Manifest) -> None:
    """See that the store holds nothing, or what an interrupted restore of this backup brought."""
    entries = {one.tenant: one for one in manifest.tenants}
    async for name in check.tenants(db):
        begun = False
        if name in entries:
            with manifests.open_compressed(folder, entries[name].export) as stream:
                file = file_digest(stream)
            progress, _ = await known_progress(db, Caller(name, "", Role.OWNER), file)
            begun = progress is not None and progress.replay
        if not begun:
            raise Conflict(
                f"the store is not empty: it has the tenant {name!r}",
                field="BACKUP",
                hint="restore into an empty store: name a new folder with --data",
            )
