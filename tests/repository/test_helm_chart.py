"""The Helm chart: its values, what it renders, and that Kubernetes takes it.

With `helm` on the path it is rendered, and with the package `kubernetes-validate` that is compared
with the schemas of Kubernetes; both skip elsewhere. `go install helm.sh/helm/v3/cmd/helm@v3.19.5`
brings the former.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from graph.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
CHART = ROOT / "deploy" / "helm" / "doxa"
VALUES = yaml.safe_load((CHART / "values.yaml").read_text(encoding="utf-8"))
SCHEMA = json.loads((CHART / "values.schema.json").read_text(encoding="utf-8"))
TEMPLATES = {one.name: one.read_text(encoding="utf-8") for one in (CHART / "templates").iterdir()}
GUIDE = (ROOT / "docs" / "guides" / "kubernetes.md").read_text(encoding="utf-8")
VERSION = "1.31"
GIVEN: dict[str, Any] = {
    "existingSecret": "doxa",
    "neo4j": {"uri": "neo4j+s://db.example.com", "user": "neo4j", "database": "neo4j"},
}
# All that can be switched on.
WHOLE: dict[str, Any] = GIVEN | {
    "image": {"repository": "registry.example.com/doxa", "tag": "1.2.3"},
    "imagePullSecrets": [{"name": "registry"}],
    "settings": {
        "DOXA_LOG_FORMAT": "json",
        "DOXA_REQUESTS_MAX": 1_000_000,
        "DOXA_CONFIDENCE_FLOOR": 0.5,
        "DOXA_ORIGINS": ["https://app.example.com"],
    },
    "files": {"policy": '{"version": 1}', "trustedDocuments": "{}"},
    "ingress": {"enabled": True, "className": "nginx", "host": "d.example.com", "tlsSecret": "t"},
    "metrics": {"enabled": True, "serviceMonitor": {"enabled": True, "interval": "30s"}},
    "networkPolicy": {"from": [{"podSelector": {"matchLabels": {"app": "front"}}}]},
    "api": {"nodeSelector": {"disk": "ssd"}, "podAnnotations": {"a": "b"}},
}
BARE: dict[str, Any] = GIVEN | {
    "api": {"replicas": 1},
    "backup": {"enabled": False},
    "networkPolicy": {"enabled": False},
}


def valid(values: dict[str, Any]) -> bool:
    return jsonschema.Draft7Validator(SCHEMA).is_valid(values)


def test_the_values_of_the_chart_are_those_of_its_schema_but_for_what_has_to_be_given():
    assert not valid(VALUES)
    assert valid(VALUES | GIVEN)
    assert set(SCHEMA["properties"]) - {"global"} == set(VALUES)


@pytest.mark.parametrize(
    "wrong",
    [
        {"replicas": 3},
        {"existingSecret": ""},
        {"strategy": "Rolling"},
        {"neo4j": {"uri": "http://db.example.com"}},
        {"settings": {"LOG_FORMAT": "json"}},
        {"settings": {"DOXA_TOKEN_KEY": "k" * 64}},
        {"settings": {"DOXA_NEO4J_PASSWORD": "secret"}},
        {"backup": {"schedule": "nightly"}},
    ],
    ids=json.dumps,
)
def test_values_that_are_misspelled_or_secret_are_refused(wrong: dict[str, Any]):
    assert not valid(VALUES | GIVEN | wrong)


def test_every_secret_setting_is_refused_among_the_values():
    secret = {
        f"DOXA_{name.upper()}"
        for name, field in Settings.model_fields.items()
        if "SecretStr" in str(field.annotation)
    }
    refused = {one for one in secret if not valid(VALUES | GIVEN | {"settings": {one: "x"}})}
    assert refused == secret


def test_every_setting_that_the_chart_names_is_one():
    known = {f"DOXA_{name.upper()}" for name in Settings.model_fields}
    named = {one for text in TEMPLATES.values() for one in re.findall(r"DOXA_[A-Z0-9_]+", text)}
    assert named
    assert named <= known


def test_the_chart_is_of_this_version_and_the_guide_names_what_it_makes():
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert chart["version"] == chart["appVersion"] == project["version"]
    kinds = {
        one
        for text in TEMPLATES.values()
        for one in re.findall(r"^kind: (\w+)", text, re.MULTILINE)
    }
    told = kinds - {"ServiceAccount", "PersistentVolumeClaim"}
    assert not [kind for kind in sorted(told) if kind not in GUIDE]


def helm(*words: str, values: dict[str, Any], folder: Path) -> subprocess.CompletedProcess[str]:
    program = shutil.which("helm")
    if program is None:
        pytest.skip("helm is not on the path: the chart is not rendered here")
    file = folder / "values.yaml"
    file.write_text(yaml.safe_dump(values), encoding="utf-8")
    line = [program, *words, str(CHART), "--values", str(file)]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def render(values: dict[str, Any], folder: Path) -> list[dict[str, Any]]:
    """The objects that a release of these values is made of."""
    done = helm("template", "doxa", values=values, folder=folder)
    assert done.returncode == 0, done.stderr
    return [one for one in yaml.safe_load_all(done.stdout) if one]


def pods(objects: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The pods of deployments and of the backup, each with its component."""
    for one in objects:
        spec = one.get("spec", {})
        template = spec.get("template") or spec.get("jobTemplate", {}).get("spec", {}).get(
            "template"
        )
        if template:
            yield template["metadata"]["labels"]["app.kubernetes.io/component"], template["spec"]


@pytest.fixture(params=[GIVEN, WHOLE, BARE], ids=["given", "whole", "bare"])
def values(request: pytest.FixtureRequest) -> dict[str, Any]:
    return request.param


def test_helm_finds_nothing_to_remark_on(values, tmp_path):
    done = helm("lint", "--strict", values=values, folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "[WARNING]" not in done.stdout


def test_kubernetes_takes_every_object(values, tmp_path):
    objects = render(values, tmp_path)
    if importlib.util.find_spec("kubernetes_validate") is None:
        pytest.skip("the package kubernetes-validate is not installed")
    import kubernetes_validate  # noqa: PLC0415 -- not of this project

    for one in objects:
        # A kind of the Prometheus Operator, which Kubernetes does not know.
        if one["kind"] != "ServiceMonitor":
            kubernetes_validate.validate(one, VERSION, strict=True)


def test_no_pod_has_rights_or_writes_to_its_image(values, tmp_path):
    objects = render(values, tmp_path)
    backups = values.get("backup", {}).get("enabled", True)
    assert {name for name, _ in pods(objects)} == {"api", "worker"} | (
        {"backup"} if backups else set()
    )
    for _, pod in pods(objects):
        assert pod["automountServiceAccountToken"] is False
        assert pod["enableServiceLinks"] is False
        assert pod["securityContext"]["runAsNonRoot"] is True
        (container,) = pod["containers"]
        assert container["securityContext"]["readOnlyRootFilesystem"] is True
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        assert container["resources"]["limits"]["memory"]
        mounted = {one["name"] for one in container["volumeMounts"]}
        assert mounted == {one["name"] for one in pod["volumes"]}


def test_passwords_and_keys_come_from_the_secret_alone(tmp_path):
    for _, pod in pods(render(WHOLE, tmp_path)):
        (container,) = pod["containers"]
        given = {one["name"]: one["valueFrom"]["secretKeyRef"] for one in container["env"]}
        assert {one["name"] for one in given.values()} == {"doxa"}
        needed = {name for name, one in given.items() if not one.get("optional")}
        assert needed == {"DOXA_NEO4J_PASSWORD", "DOXA_TOKEN_KEY", "DOXA_LEDGER_KEY"}


def test_settings_are_texts_that_the_program_reads(tmp_path, monkeypatch):
    settings = next(one for one in render(WHOLE, tmp_path) if one["kind"] == "ConfigMap")["data"]
    for name, text in settings.items():
        monkeypatch.setenv(name, text)
    read = Settings()
    assert read.requests_max == 1_000_000
    assert read.confidence_floor == 0.5
    assert read.origins == ["https://app.example.com"]
    assert (read.metrics, read.log_format) == (True, "json")
    assert str(read.policy) == "/etc/doxa/policy.json"


def test_a_pod_is_asked_when_it_is_ready_and_started_anew_only_when_it_is_dead(tmp_path):
    pod = dict(pods(render(GIVEN, tmp_path)))["api"]
    (container,) = pod["containers"]
    asked = {
        probe: container[f"{probe}Probe"]["httpGet"]["path"]
        for probe in ("startup", "liveness", "readiness")
    }
    assert asked == {"startup": "/live", "liveness": "/live", "readiness": "/ready"}
    assert pod["terminationGracePeriodSeconds"] >= 40


def test_one_pod_keeps_a_ledger_that_outlives_the_store(tmp_path):
    objects = render(GIVEN, tmp_path)
    backup = dict(pods(objects))["backup"]
    claims = {
        one["name"]: one["persistentVolumeClaim"]["claimName"]
        for one in backup["volumes"]
        if "persistentVolumeClaim" in one
    }
    made = {
        one["metadata"]["name"]: one["metadata"]["annotations"]
        for one in objects
        if one["kind"] == "PersistentVolumeClaim"
    }
    assert set(claims) == {"ledger", "backups"}
    assert set(claims.values()) == set(made)
    assert all(one["helm.sh/resource-policy"] == "keep" for one in made.values())


def test_what_is_not_for_everybody_is_not_reached_from_outside(tmp_path):
    (ingress,) = (one for one in render(WHOLE, tmp_path) if one["kind"] == "Ingress")
    (rule,) = ingress["spec"]["rules"]
    assert {one["path"]: one["pathType"] for one in rule["http"]["paths"]} == {
        "/": "Exact",
        "/graphql": "Prefix",
        "/mcp": "Prefix",
        "/explorer": "Prefix",
    }


def test_a_release_without_an_address_or_a_secret_is_refused(tmp_path):
    for lacking in ({"existingSecret": "doxa"}, {"neo4j": GIVEN["neo4j"]}):
        done = helm("template", "doxa", values=lacking, folder=tmp_path)
        assert done.returncode != 0
        assert "neo4j.uri" in done.stderr or "existingSecret" in done.stderr
