"""The commands model list, pull and remove: the files of local models."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from api import extractors
from api.cli.render import table
from api.cli.run import Command, DataOption, JsonOption, Run, VerboseOption
from extraction.local import models
from graph.model.records import DEFAULT_TENANT
from graph.progress import show_progress

app = typer.Typer(help="Local models: list them, fetch one, remove one.")

NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="The model's name, as `doxa model list` shows it.")
]


@app.command("list", cls=Command, epilog="Example: doxa model list")
async def list_models(
    *,
    data: DataOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """List the models that can be fetched, those that are here, and who reads now."""
    run, folder = _run(data, as_json=as_json, verbose=verbose)
    here = {model.name for model in models.list_pulled(folder)}
    reader = extractors.describe(run.settings)
    run.result(
        {
            "reader": reader,
            "folder": str(folder),
            "models": [
                {
                    "name": model.name,
                    "title": model.title,
                    "bytes": model.size,
                    "licence": model.licence,
                    "here": model.name in here,
                }
                for model in models.known_models().values()
            ],
        }
    )
    shown = table(f"models in {folder}", "name", "here", "MB", "licence", "what it is")
    for model in models.known_models().values():
        mark = "yes" if model.name in here else ""
        megabytes = f"{model.size / models.MB:,.0f}"
        shown.add_row(model.name, mark, megabytes, model.licence, escape(model.title))
    run.out.print(shown)
    run.out.print(f"now reads: {escape(reader)}")
    return 0


@app.command(cls=Command, epilog="Example: doxa model pull")
async def pull(
    name: NameArgument = models.DEFAULT,
    *,
    data: DataOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Fetch a model from the hub, or go on where it broke off; HF_ENDPOINT names another hub."""
    run, folder = _run(data, as_json=as_json, verbose=verbose)
    model = models.find_known(name)
    # Nothing else runs on this loop that a download could keep waiting.
    with show_progress() as say:
        path = models.pull(model, folder, say)
    reader = extractors.describe(run.settings)
    run.result({"name": name, "path": str(path), "licence": model.licence, "reader": reader})
    run.out.print(f"{name} is here ({model.licence}): {escape(str(path))}")
    run.out.print(f"now reads: {escape(reader)}")
    return 0


@app.command(cls=Command, epilog="Example: doxa model remove qwen2-5-1-5b")
async def remove(
    name: NameArgument,
    *,
    data: DataOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Remove a model that was fetched; without one the rules read alone."""
    run, folder = _run(data, as_json=as_json, verbose=verbose)
    found = models.remove(models.find_known(name), folder)
    run.result({"name": name, "removed": found})
    run.out.print(f"{name} is removed" if found else f"{name} is not here")
    return 0


def _run(data: Path | None, *, as_json: bool, verbose: bool) -> tuple[Run, Path]:
    run = Run.of(data, DEFAULT_TENANT, as_json=as_json, verbose=verbose)
    return run, models.models_dir(run.settings.cache)
