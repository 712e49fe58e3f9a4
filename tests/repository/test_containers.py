"""The containers: what is passed on is there, what they may do, and what is kept out of them."""

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from typer.main import get_command

from api.cli.dispatch.program import app
from graph.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "guides" / "run-the-service.md").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
STEPS = [line.split(maxsplit=1) for line in re.findall(r"^[A-Z]+ .*$", DOCKERFILE, re.MULTILINE)]


def test_compose_starts_the_service_after_a_healthy_neo4j_and_opens_it_alone_on_loopback():
    services = COMPOSE["services"]
    ports = {name: service.get("ports", []) for name, service in services.items()}
    sources = [
        volume if isinstance(volume, str) else volume["source"]
        for service in services.values()
        for volume in service.get("volumes", [])
    ]
    # A folder of this machine may stand for a volume: ${NAME:-volume}:/place.
    named = [re.sub(r"^\$\{\w+:-(.+?)\}", r"\1", one).partition(":")[0] for one in sources]
    volumes = {one for one in named if not one.startswith(("/", "./"))}

    assert services["doxa"]["depends_on"] == {"neo4j": {"condition": "service_healthy"}}
    assert services["doxa"]["environment"]["DOXA_NEO4J_URI"] == "bolt://neo4j:7687"
    assert {name for name, one in services.items() if "test" not in one["healthcheck"]} == {
        "worker"
    }
    assert ports == {
        "neo4j": [],
        "doxa": ["${DOXA_BIND:-127.0.0.1}:${DOXA_PORT:-8000}:8000"],
        "worker": [],
        "redis": [],
        "prometheus": ["${DOXA_BIND:-127.0.0.1}:${DOXA_PROMETHEUS_PORT:-9090}:9090"],
    }
    assert volumes == set(COMPOSE["volumes"])
    assert all(service["logging"]["options"]["max-size"] for service in services.values())
    assert all(service["stop_grace_period"] for service in services.values())


def _mounts():
    """What the service has mounted, by the place in its container: a volume, or a path here."""
    for volume in COMPOSE["services"]["doxa"]["volumes"]:
        if isinstance(volume, dict):
            yield volume["target"], volume
        else:
            source, target = re.fullmatch(r"(.+?):(/[^:]+)", volume).groups()
            yield target, {"source": source}


def test_compose_mounts_every_file_and_folder_that_it_passes():
    """A path here says nothing within a container: what it names is mounted, and so named."""
    passed = COMPOSE["services"]["doxa"]["environment"]
    paths = {
        f"DOXA_{name.upper()}": passed[f"DOXA_{name.upper()}"]
        for name, field in Settings.model_fields.items()
        if "Path" in str(field.annotation) and f"DOXA_{name.upper()}" in passed
    }
    mounts = dict(_mounts())
    assert paths.keys() == {
        "DOXA_BACKUP_DIR",
        "DOXA_LEDGER",
        "DOXA_POLICY",
        "DOXA_TRUSTED_DOCUMENTS",
    }
    for name, given in paths.items():
        path = re.sub(r"\$\{\w+:\+(.+)\}", r"\1", given)
        at = path if path in mounts else str(Path(path).parent)
        assert at in mounts, name
        if at == path and mounts[at].get("type") == "bind":
            # Where none is named the setting is empty, and what is mounted is nothing.
            assert given.startswith(f"${{{name}:+")
            assert mounts[at]["source"] == f"${{{name}:-/dev/null}}"
            assert mounts[at]["bind"] == {"create_host_path": False}
    made = " ".join(step for word, step in STEPS if word == "RUN")
    for at in mounts:
        assert at in made or str(Path(at).parent) in made, at


def test_compose_passes_on_what_traces_are_configured_by():
    """What the page of the guide names; the image has the extra that reads it."""
    environment = COMPOSE["services"]["doxa"]["environment"]
    named = set(re.findall(r"OTEL_[A-Z_]+[A-Z]", GUIDE))

    assert named - {"OTEL_BSP"} <= set(environment)
    assert any(name.startswith("OTEL_BSP_") for name in environment)


def test_the_image_has_every_extra_that_a_setting_passed_on_needs():
    extras = set(
        COMPOSE["services"]["doxa"]["build"]["args"]["EXTRAS"][:-1].split("-", 1)[1].split()
    )

    assert extras == {"telemetry", "redis", "models", "local"}
    assert 'EXTRAS="telemetry redis models local"' in DOCKERFILE
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert extras <= set(known["project"]["optional-dependencies"])


@pytest.mark.parametrize("extras", ["", "local", "telemetry redis models local"])
def test_the_image_has_the_extras_that_its_argument_names_and_none_without_them(extras):
    """As the shell of the build reads it; nothing is left of it that uv would take for a word."""
    written = {
        re.search(r"\$\{EXTRAS:\+\$\(.*?\)\}", step)[0] for _, step in STEPS if "--extra" in step
    }
    (argument,) = written
    said = subprocess.run(
        ["sh", "-c", f"for one in {argument}; do echo $one; done"],
        env=os.environ | {"EXTRAS": extras},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.split() == [word for one in extras.split() for word in ("--extra", one)]


def test_what_is_beside_the_service_is_there_only_where_its_profile_is_asked_for():
    services = COMPOSE["services"]
    profiles = {name: one["profiles"] for name, one in services.items() if "profiles" in one}
    assert profiles == {"worker": ["worker"], "redis": ["redis"], "prometheus": ["metrics"]}
    commands = get_command(app).commands
    assert services["worker"]["command"][0] in commands
    # All else of it is as the service has it: the store, the keys, the ledger.
    own = {"profiles", "command", "healthcheck", "ports"}
    worker, service = (
        {k: v for k, v in services[name].items() if k not in own} for name in ("worker", "doxa")
    )
    assert worker == service


def test_prometheus_reads_what_the_service_tells_and_the_rules_that_lie_beside_it():
    config = yaml.safe_load((ROOT / "deploy" / "prometheus.yml").read_text(encoding="utf-8"))
    mounts = {
        one["source"]: one["target"]
        for one in COMPOSE["services"]["prometheus"]["volumes"]
        if isinstance(one, dict)
    }
    assert all((ROOT / source).is_file() for source in mounts)
    beside = {Path(target).name for target in mounts.values()}
    assert set(config["rule_files"]) <= beside
    (job,) = config["scrape_configs"]
    assert job["static_configs"] == [{"targets": ["doxa:8000"]}]


def test_what_is_secret_goes_into_no_image_and_no_commit():
    for name in (".gitignore", ".dockerignore"):
        assert ".env" in (ROOT / name).read_text(encoding="utf-8").split()


def test_make_up_has_a_password_for_the_database_once_and_for_its_owner_only(tmp_path):
    (tmp_path / "Makefile").write_bytes((ROOT / "Makefile").read_bytes())
    bare = {key: value for key, value in os.environ.items() if key != "DOXA_NEO4J_PASSWORD"}

    def make(**given):
        ran = subprocess.run(
            ["make", ".env"], cwd=tmp_path, env=bare | given, capture_output=True, check=True
        )
        return ran.stdout.decode(), (tmp_path / ".env").read_text()

    said, first = make()
    assert re.fullmatch(r"DOXA_NEO4J_PASSWORD=[0-9a-f]{48}\n", first)
    assert (tmp_path / ".env").stat().st_mode & 0o077 == 0
    assert first.strip().partition("=")[2] not in said
    assert make()[1] == first
    (tmp_path / ".env").unlink()
    assert make(DOXA_NEO4J_PASSWORD="own")[1] == "DOXA_NEO4J_PASSWORD=own\n"


def test_compose_passes_every_setting_on_but_those_of_the_embedded_server():
    given = {name for name in COMPOSE["services"]["doxa"]["environment"] if name[:5] == "DOXA_"}
    known = {f"DOXA_{name.upper()}" for name in Settings.model_fields}

    embedded = {f"DOXA_NEO4J_{name}" for name in ("PORT", "HEAP_MB", "PAGECACHE_MB", "IDLE_S")}
    embedded |= {"DOXA_CACHE", "DOXA_DATA", "DOXA_DISK_FREE_MB", "DOXA_JAVA_OPTIONS"}
    assert given == known - embedded - {"DOXA_MAVEN_URL"}


def test_containers_are_healthy_while_their_process_answers():
    """A store that is away is no reason to restart the service: its readiness tells that."""
    compose = COMPOSE["services"]["doxa"]["healthcheck"]
    (image,) = (step for word, step in STEPS if word == "HEALTHCHECK")
    asked = re.findall(r"http://127\.0\.0\.1:8000(/\w+)", f"{image} {compose['test']}")

    assert asked == ["/live", "/live"]
    for name, value in re.findall(r"--([a-z-]+)=(\w+)", image):
        assert str(compose[name.replace("-", "_")]) == value
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", COMPOSE["services"]["neo4j"]["user"])


def test_containers_have_no_rights_and_no_password_on_a_command_line():
    for service in COMPOSE["services"].values():
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["mem_limit"]
        words = " ".join(service["healthcheck"].get("test", [])).split()
        assert not any(word.startswith(("-p", "--password")) for word in words)
    assert COMPOSE["services"]["doxa"]["read_only"] is True


def test_the_image_serves_as_a_user_without_rights_from_the_lock():
    words = [word for word, _ in STEPS]
    steps = dict(STEPS)

    assert words.count("FROM") == 2
    assert steps["ENTRYPOINT"] == '["doxa"]'
    assert json.loads(steps["CMD"])[0] in get_command(app).commands
    made = " ".join(step for word, step in STEPS if word == "RUN")
    user, group = steps["USER"].split(":")
    assert f"useradd --system --uid {user} --gid {group} " in made
    assert f"groupadd --system --gid {group} " in made
    assert int(user) > 0
    assert words.index("USER") > len(words) - 1 - words[::-1].index("COPY")
    assert all("--locked" in step for word, step in STEPS if word == "RUN" and "uv sync" in step)
