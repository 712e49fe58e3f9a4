"""The commands backup, backup verify and restore: a whole store as files, and back."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from api import wiring
from api.cli.dispatch.groups import Group
from api.cli.failures import EXIT_FAILED_CHECK
from api.cli.render import time
from api.cli.run import Command, DataOption, JsonOption, Run, VerboseOption, actor
from api.files.backup_restore import RestoredTenant, restore_backup
from graph.clock import now
from graph.database.server import dump, jars
from graph.database.tombstones.ledger import copy_ledger
from graph.errors import InvalidArgument
from graph.governance.erasure.erase import erase_again
from graph.history.backup import backup as backups
from graph.history.backup import manifest as manifests
from graph.history.backup.manifest import Kind, Manifest
from graph.history.integrity.erasure_ledger import record_ledgers, require_ledger
from graph.model.records import DEFAULT_TENANT
from graph.progress import Say, show_progress

CREATE = "create"


class _BackupGroup(Group):
    """``doxa backup DIR`` is ``doxa backup create DIR``."""

    left_out = CREATE


app = typer.Typer()
_backup = typer.Typer(
    cls=_BackupGroup,
    help="Back up the whole store, all tenants: `doxa backup DIR`, or verify a backup.",
)
app.add_typer(_backup, name="backup")

BackupArgument = Annotated[
    Path, typer.Argument(metavar="BACKUP", help="A backup: a folder that has a manifest.json.")
]


@_backup.command(CREATE, cls=Command, epilog="Example: doxa backup backups --keep 7")
async def create(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder of all backups; each gets its own.")
    ],
    *,
    stopped: Annotated[
        bool,
        typer.Option(
            "--dump", help="Neo4j's own dump of the embedded database, which must be stopped."
        ),
    ] = False,
    keep: Annotated[
        int | None,
        typer.Option(min=1, help="Then remove all but so many.", show_default="all are kept"),
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Back up all tenants while the store is in use; the same command continues an interrupted one.

    The backup has what `doxa export` has, for each tenant, the jobs that wait, and digests; with
    `--dump` everything in the database.
    """
    run = Run.of(data, DEFAULT_TENANT, as_json=as_json, verbose=verbose)
    directory = directory.expanduser()
    with show_progress() as say:
        if stopped:
            folder, manifest = await asyncio.to_thread(_dump, run, directory, say)
        else:
            idle_s = run.settings.neo4j_idle_s
            async with wiring.store(run.settings, idle_s=idle_s) as db:
                await require_ledger(db)
                folder, manifest = await backups.back_up(db, directory, say)
        removed = [] if keep is None else backups.remove_old(directory, manifest, keep)
    run.result(_document(folder, manifest) | {"removed": [str(one) for one in removed]})
    _print(run, folder, manifest)
    for one in removed:
        run.out.print(f"  removed {one.name}", markup=False)
    return 0


@_backup.command(cls=Command, epilog="Example: doxa backup verify backups/2026-11-27")
async def verify(
    backup: BackupArgument,
    *,
    files: Annotated[
        bool, typer.Option("--files", help="Only compare the files with their digests.")
    ] = False,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Restore a backup into a temporary store and prove that it is what was backed up.

    Beliefs have the same digest over both time axes, every tenant is exported to the same bytes,
    and `doxa check` is clean; exit 1 if not.
    """
    run = Run.of(None, DEFAULT_TENANT, as_json=as_json, verbose=verbose)
    backup = backup.expanduser()
    manifest = manifests.read(backup)
    with show_progress() as say:
        if files:
            say("reading the backup")
            await asyncio.to_thread(manifests.require_whole, backup, manifest)
        restored = [] if files else await _trial(run, backup, manifest, say)
    return _report(run, backup, manifest, restored, "verified")


@app.command(cls=Command, epilog="Example: doxa restore backups/2026-11-27")
async def restore(
    backup: BackupArgument,
    *,
    data: DataOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Restore a backup into an empty store, and prove that nothing differs; exit 1 if it does.

    The same command continues an interrupted one. A store that holds something is refused.
    """
    run = Run.of(data, DEFAULT_TENANT, as_json=as_json, verbose=verbose)
    backup = backup.expanduser()
    manifest = manifests.read(backup)
    with show_progress() as say:
        _bring_ledger(run, manifest, say)
        # Before anything is restored that it has to keep away.
        wiring.ledger(run.settings).require_key(manifest.ledger_key)
        restored = await _restore(run, backup, manifest, say)
    own = wiring.ledger_file(run.settings)
    if manifest.ledger is not None and not own.exists():
        sys.stderr.write(
            f"note: no ledger of erasures was at {manifest.ledger}. If anything was erased since"
            f" the backup, copy the ledger and its key to {own}, and begin anew\n"
        )
    return _report(run, backup, manifest, restored, "restored")


def _dump(run: Run, directory: Path, say: Say) -> tuple[Path, Manifest]:
    _require_embedded(run)
    with backups.being_written(directory):
        began_at = now()
        folder = backups.begin(directory, began_at)
        try:
            file = dump.dump(run.data, folder, say)
        except BaseException:
            shutil.rmtree(folder)
            raise
        manifest = Manifest(
            format=manifests.FORMAT,
            kind=Kind.DUMP,
            doxa=metadata.version("doxa"),
            neo4j=jars.load_lock().version,
            store=str(run.data.resolve()),
            began_at=began_at,
            ended_at=None,
            ledger=str(wiring.ledger_file(run.settings).resolve()),
            ledger_key=backups.ledger_key(wiring.ledger(run.settings)),
            dump=manifests.digest_of_file(file),
        )
        return backups.finish(folder, manifest, now())


async def _restore(run: Run, backup: Path, manifest: Manifest, say: Say) -> list[RestoredTenant]:
    """Restore a backup of either kind into the store of a run."""
    if manifest.kind is Kind.DUMP:
        _require_embedded(run)
        await asyncio.to_thread(manifests.require_whole, backup, manifest)
        await asyncio.to_thread(dump.load, run.data, backup, manifest.neo4j, say)
        # Opened once: it is brought to this program's version, and seen to start.
        async with wiring.store(run.settings) as db:
            await require_ledger(db)
            await erase_again(db)
            return []
    async with wiring.store(run.settings) as db:
        restored = await restore_backup(db, actor(), backup, manifest, say)
        await erase_again(db)
        await record_ledgers(db)
        return restored


def _bring_ledger(run: Run, manifest: Manifest, say: Say) -> None:
    """Have the store that is restored know what was erased since the backup."""
    own = wiring.ledger_file(run.settings)
    if manifest.ledger is None or own.exists():
        return
    if copy_ledger(Path(manifest.ledger), own):
        say(f"copied the ledger of erasures from {manifest.ledger}")


async def _trial(run: Run, backup: Path, manifest: Manifest, say: Say) -> list[RestoredTenant]:
    """Restore a backup into a store of its own that is removed afterwards."""
    # The port of a server that may be running.
    os.environ.pop("DOXA_NEO4J_PORT", None)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="doxa-verify-"))
        own = run.settings.model_copy(update={"data": Path(folder), "neo4j_uri": ""})
        trial = Run(own, run.tenant, run.json)
        _bring_ledger(trial, manifest, say)
        return await _restore(trial, backup, manifest, say)


def _require_embedded(run: Run) -> None:
    if run.settings.neo4j_uri:
        raise InvalidArgument(
            "a dump is of the embedded database, and DOXA_NEO4J_URI names another",
            field="--dump",
            hint="leave --dump out, or use Neo4j's own tools there",
        )


def _report(
    run: Run, folder: Path, manifest: Manifest, restored: Sequence[RestoredTenant], done: str
) -> int:
    differ = [one for one in restored if one.differences]
    tenants = [
        {
            "tenant": one.tenant,
            "lines": one.lines,
            "jobs": one.jobs,
            "beliefs": one.beliefs,
            "differences": list(one.differences),
        }
        for one in restored
    ]
    run.result(_document(folder, manifest) | {done: not differ, "restored": tenants})
    for one in differ:
        for why in one.differences:
            run.out.print(f"tenant {one.tenant}: {why}", markup=False)
    if differ:
        run.out.print(f"{len(differ):,} tenants are not what was backed up")
        return EXIT_FAILED_CHECK
    _print(run, folder, manifest, done)
    return 0


def _document(folder: Path, manifest: Manifest) -> dict[str, Any]:
    return {
        "backup": str(folder),
        "kind": manifest.kind.value,
        "beganAt": time(manifest.began_at),
        "tenants": len(manifest.tenants),
        "lines": sum(one.lines for one in manifest.tenants),
        "beliefs": sum(one.beliefs for one in manifest.tenants),
    }


def _print(run: Run, folder: Path, manifest: Manifest, done: str = "written") -> None:
    run.out.print(f"[bold]{escape(str(folder))}[/bold] {done}")
    if manifest.kind is Kind.DUMP:
        run.out.print(f"  a dump of Neo4j {manifest.neo4j}")
        return
    document = _document(folder, manifest)
    run.out.print(
        f"  {document['tenants']:,} tenants, {document['lines']:,} lines,"
        f" {document['beliefs']:,} versions of beliefs"
    )
