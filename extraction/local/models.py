"""The files of local models: those that are known, those that are here, how they come and go.

Invariant: a file under a known model's name had the locked size and SHA-256 when it was put there.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

from graph.errors import InvalidArgument, NotFound, Unavailable

LOCK_FILE = Path(__file__).with_name("known_models.toml")
DEFAULT = "qwen2-5-coder-1-5b"
INSTALL = 'pip install "doxa[local]"'
CHUNK_BYTES = 1 << 20


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
    """The models that can be fetched, by name."""
    rows = tomllib.loads(LOCK_FILE.read_text(encoding="utf-8"))
    return {name: KnownModel(name, **row) for name, row in rows.items()}


def find_known(name: str) -> KnownModel:
    """The known model of a name.

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
    """The folder of fetched models, beside the cached jars."""
    return (cache_dir or Path(platformdirs.user_cache_dir("doxa"))).expanduser() / "models"


def pulled(folder: Path) -> list[KnownModel]:
    """The known models that are in a folder, the default one first."""
    here = [
        model
        for model in known_models().values()
        if (folder / model.file).is_file() and (folder / model.file).stat().st_size == model.size
    ]
    return sorted(here, key=lambda model: model.name != DEFAULT)


def locate(setting: str, folder: Path) -> Path | None:
    """The file that a setting names: a GGUF file, a known model's name; if empty, one pulled.

    Raises:
        InvalidArgument: it names what is not there.
    """
    if not setting:
        here = pulled(folder)
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


def pull(model: KnownModel, folder: Path) -> Path:
    """Fetch a model from the hub, or go on where an earlier fetch broke off; return its file.

    The library shows its progress on stderr, and honours ``HF_ENDPOINT``.

    Raises:
        InvalidArgument: the extra is not installed.
        Unavailable: the hub does not answer, or what came is not what is locked.
    """
    target = folder / model.file
    if target.is_file() and is_intact(target, model):
        return target
    hub = import_extra("huggingface_hub")
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{model.name}.part"
    try:
        fetched = hub.hf_hub_download(
            model.repository, model.file, revision=model.revision, local_dir=part
        )
    except (OSError, ValueError, hub.errors.HfHubHTTPError) as error:
        raise Unavailable(
            f"{model.file} could not be fetched: {str(error)[:300]}",
            hint="try again: what has come is kept. HF_ENDPOINT names another hub",
        ) from error
    if not is_intact(Path(fetched), model):
        Path(fetched).unlink(missing_ok=True)
        raise Unavailable(
            f"what came is not {model.file} as it is locked",
            hint="try again, or another hub: HF_ENDPOINT",
        )
    Path(fetched).replace(target)
    shutil.rmtree(part, ignore_errors=True)
    return target


def is_intact(path: Path, model: KnownModel) -> bool:
    """Whether a file has the model's size and SHA-256."""
    if path.stat().st_size != model.size:
        return False
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest() == model.sha256


def remove(model: KnownModel, folder: Path) -> bool:
    """Remove a model's file, and what a broken fetch left; whether there was any."""
    target, part = folder / model.file, folder / f"{model.name}.part"
    found = target.exists() or part.exists()
    target.unlink(missing_ok=True)
    shutil.rmtree(part, ignore_errors=True)
    return found


def import_extra(module: str) -> Any:
    """A module of the extra ``local``.

    Raises:
        InvalidArgument: it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise InvalidArgument(
            "the extra for local models is not installed", field="DOXA_PROVIDER", hint=INSTALL
        ) from error


def is_installed() -> bool:
    """Whether the extra ``local`` is installed."""
    return importlib.util.find_spec("xllamacpp") is not None
