"""The files of local models: those that are known, those that are here, how they come and go.

Invariant: a file under a known model's name had the locked size and SHA-256 when it was put there.
"""

from __future__ import annotations

import importlib.util
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
from filelock import FileLock

from extraction.embedding.embedder import digest
from graph.errors import InvalidArgument, NotFound, Unavailable
from graph.extras import install_line
from graph.progress import Say

if TYPE_CHECKING:
    import httpx

LOCK_FILE = Path(__file__).with_name("known_models.toml")
DEFAULT = "qwen2-5-coder-1-5b"
LIBRARY = "xllamacpp"
HUB = "https://huggingface.co"
# What a broken connection loses at most.
FETCH_BYTES = 1 << 16
READ_TIMEOUT_S = 30.0
TRIES_MAX = 4
MB = 1_000_000
PARTIAL = 206


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model as locked: ``size`` in bytes, ``sha256`` of its file."""

    name: str
    title: str
    repository: str
    revision: str
    file: str
    size: int
    sha256: str
    licence: str


@cache
def known_models() -> Mapping[str, KnownModel]:
    """Return the models that can be fetched, by name."""
    rows = tomllib.loads(LOCK_FILE.read_text(encoding="utf-8"))
    return {name: KnownModel(name, **row) for name, row in rows.items()}


def find_known(name: str) -> KnownModel:
    """Return the known model of a name.

    Raises:
        NotFound: there is none.
    """
    found = known_models().get(name)
    if found is None:
        raise NotFound(
            f"there is no known model {name!r}",
            field="name",
            hint=f"one of {', '.join(known_models())}, or a GGUF file as DOXA_LOCAL_MODEL",
        )
    return found


def models_dir(cache_dir: Path | None) -> Path:
    """Return the folder of fetched models, beside the cached jars."""
    return (cache_dir or Path(platformdirs.user_cache_dir("doxa"))).expanduser() / "models"


def list_pulled(folder: Path) -> list[KnownModel]:
    """Return the known models that are in a folder, the default one first."""
    here = [
        model
        for model in known_models().values()
        if (folder / model.file).is_file() and (folder / model.file).stat().st_size == model.size
    ]
    return sorted(here, key=lambda model: model.name != DEFAULT)


def locate(setting: str, folder: Path) -> Path | None:
    """Return the file that a setting names: a GGUF file, a known model's name; if empty, one
    pulled.

    Raises:
        InvalidArgument: it names what is not there.
    """
    if not setting:
        here = list_pulled(folder)
        return folder / here[0].file if here else None
    model = known_models().get(setting)
    path = Path(setting).expanduser() if model is None else folder / model.file
    if not path.is_file():
        pull_it = "name a GGUF file, or a model that `doxa model list` shows"
        raise InvalidArgument(
            f"there is no model {setting}",
            field="DOXA_LOCAL_MODEL",
            hint=pull_it if model is None else f"fetch it: doxa model pull {setting}",
        )
    return path.resolve()


def pull(model: KnownModel, folder: Path, say: Say) -> Path:
    """Fetch a model from the hub, or go on where an earlier fetch broke off; return its file.

    ``HF_ENDPOINT`` names another hub.

    Raises:
        Unavailable: the hub does not answer, the disk is full, or what came is not what is locked.
    """
    target, part = folder / model.file, folder / f"{model.file}.part"
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / f"{model.file}.lock"):
        if target.is_file() and is_intact(target, model):
            return target
        _fetch(model, part, say)
        say(f"Checking {model.file}")
        if not is_intact(part, model):
            part.unlink()
            raise Unavailable(
                f"what came is not {model.file} as it is locked",
                hint="try again, or another hub: HF_ENDPOINT",
            )
        part.replace(target)
    return target


def _fetch(model: KnownModel, part: Path, say: Say) -> None:
    """Have the part grow until it is as long as the model, over several tries."""
    import httpx  # noqa: PLC0415 -- only who fetches waits for it

    hub = os.environ.get("HF_ENDPOINT", "").rstrip("/") or HUB
    url = f"{hub}/{model.repository}/resolve/{model.revision}/{model.file}"
    for tries_left in reversed(range(TRIES_MAX)):
        try:
            with httpx.Client(timeout=READ_TIMEOUT_S, follow_redirects=True) as http:
                _fetch_rest(http, url, model, part, say)
            return
        except (OSError, httpx.HTTPError) as error:
            if not tries_left:
                raise Unavailable(
                    f"{model.file} could not be fetched: {str(error)[:300] or repr(error)}",
                    hint="try again: what has come is kept. HF_ENDPOINT names another hub",
                ) from error


def _fetch_rest(http: httpx.Client, url: str, model: KnownModel, part: Path, say: Say) -> None:
    held = part.stat().st_size if part.exists() else 0
    if held >= model.size:
        return
    with http.stream("GET", url, headers={"Range": f"bytes={held}-"}) as response:
        response.raise_for_status()
        goes_on = response.status_code == PARTIAL
        held = held if goes_on else 0
        with part.open("ab" if goes_on else "wb") as file:
            for chunk in response.iter_raw(FETCH_BYTES):
                file.write(chunk)
                held += len(chunk)
                say(f"Fetching {model.file}: {held / MB:,.0f} of {model.size / MB:,.0f} MB")
    if held < model.size:
        raise OSError("the hub ended the answer too early")


def is_intact(path: Path, model: KnownModel) -> bool:
    """Whether a file has the model's size and SHA-256."""
    return path.stat().st_size == model.size and digest(path) == model.sha256


def remove(model: KnownModel, folder: Path) -> bool:
    """Remove a model's file, and what a broken fetch left; whether there was any."""
    files = [folder / model.file, folder / f"{model.file}.part"]
    found = any(path.exists() for path in files)
    for path in files:
        path.unlink(missing_ok=True)
    return found


def is_installed() -> bool:
    """Whether the extra ``local`` is installed; its library is only loaded by a model's server."""
    return importlib.util.find_spec(LIBRARY) is not None


def require_installed() -> None:
    """Refuse to go on without the extra.

    Raises:
        InvalidArgument: it is not installed.
    """
    if not is_installed():
        raise InvalidArgument(
            "the extra for local models is not installed",
            field="DOXA_PROVIDER",
            hint=install_line("local"),
        )
