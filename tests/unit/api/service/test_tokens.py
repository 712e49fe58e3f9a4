"""Tokens: only what this service signed, in time and complete, stands for anybody."""

import base64
import json
import stat
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import jwt
import pytest

from api.service.access_tokens import issue, key_before, lifetime, token_key, verify
from graph.errors import BadCharacters, BadId, InvalidArgument, Unauthenticated
from graph.model.records import Caller
from graph.vocabulary import Role

KEY = b"k" * 40
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def signed(key: bytes = KEY, algorithm: str = "HS256", **changes: object) -> str:
    claims: dict[str, object] = {
        "sub": "ada",
        "tenant": "acme",
        "role": "owner",
        "iat": int(NOON.timestamp()),
        "exp": int(NOON.timestamp()) + 60,
        **changes,
    }
    kept = {name: value for name, value in claims.items() if value is not None}
    return jwt.encode(kept, key, algorithm=algorithm)


def unsigned(**claims: object) -> str:
    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part({'alg': 'none', 'typ': 'JWT'})}.{part(claims)}."


def test_a_token_stands_for_the_caller_it_was_issued_to():
    token = issue(KEY, tenant="acme", actor="ada", role=Role.WRITER, at=NOON)

    assert verify((KEY,), token, at=NOON).caller == Caller("acme", "ada", Role.WRITER)


def test_a_token_of_the_key_before_is_taken_while_that_key_is_named():
    before = b"the key that there was before this one"
    token = issue(before, tenant="acme", actor="ada", role=Role.WRITER, at=NOON)

    assert verify((KEY, before), token, at=NOON).caller.actor == "ada"
    with pytest.raises(Unauthenticated):
        verify((KEY,), token, at=NOON)
    with pytest.raises(InvalidArgument, match="5 bytes"):
        key_before("short")
    assert key_before("") == ()


def test_a_token_is_in_force_for_clocks_that_are_up_to_a_minute_behind():
    token = issue(KEY, tenant="acme", actor="ada", role=Role.WRITER, at=NOON)

    assert verify((KEY,), token, at=NOON - timedelta(seconds=60)).caller.actor == "ada"
    with pytest.raises(Unauthenticated, match="not in force yet"):
        verify((KEY,), token, at=NOON - timedelta(seconds=61))


def test_a_token_ends_with_its_time_to_live():
    token = issue(
        KEY, tenant="acme", actor="ada", role=Role.OWNER, at=NOON, ttl=timedelta(minutes=1)
    )

    assert verify((KEY,), token, at=NOON + timedelta(seconds=59)).caller.actor == "ada"
    with pytest.raises(Unauthenticated, match="expired"):
        verify((KEY,), token, at=NOON + timedelta(minutes=1))


@pytest.mark.parametrize(
    "token",
    [
        "",
        "nonsense",
        "a.b.c",
        "ü.ü.ü",
        "a.\ud800.c",
        "x" * 5_000,
        signed(key=b"z" * 40),
        signed(key=b"k" * 64, algorithm="HS512"),
        signed()[:-4] + "AAAA",
        unsigned(sub="ada", tenant="acme", role="owner", iat=0, exp=9_999_999_999),
        signed(tenant=None),
        signed(sub=None),
        signed(role=None),
        signed(exp=None),
        signed(iat=None),
        signed(tenant=""),
        signed(tenant="a/b"),
        signed(tenant=7),
        signed(sub="a\x00b"),
        signed(sub=" "),
        signed(role="god"),
        signed(role=["owner"]),
        signed(exp="soon"),
        signed(exp=10**30),
        signed(exp=-1),
        signed(iat=int(NOON.timestamp()) + 3_600, exp=int(NOON.timestamp()) + 7_200),
    ],
)
def test_anything_else_stands_for_nobody(token: str):
    with pytest.raises(Unauthenticated):
        verify((KEY,), token, at=NOON)


def test_tokens_name_their_tenant_and_actor_plainly():
    with pytest.raises(BadId):
        issue(KEY, tenant="a b", actor="ada", role=Role.OWNER, at=NOON)
    with pytest.raises(BadCharacters):
        issue(KEY, tenant="acme", actor="a\x07", role=Role.OWNER, at=NOON)
    with pytest.raises(InvalidArgument):
        issue(KEY, tenant="acme", actor="ada", role=Role.OWNER, at=NOON, ttl=timedelta(0))


def test_the_key_is_made_once_and_is_for_its_owner_only(tmp_path: Path):
    first = token_key(tmp_path / "data", None)

    assert first == token_key(tmp_path / "data", None)
    assert stat.S_IMODE((tmp_path / "data" / "token.key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert {path.name for path in (tmp_path / "data").iterdir()} == {"leases", "token.key"}


def test_a_data_folder_that_was_open_to_others_is_its_owner_s_from_then_on(tmp_path: Path, caplog):
    tmp_path.chmod(0o755)
    (tmp_path / "old").touch()
    token_key(tmp_path, None)

    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700
    assert "open to others" in caplog.text


def test_processes_that_start_together_share_one_key(tmp_path: Path):
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: token_key(tmp_path, None), range(32)))

    assert len(keys) == 1


def test_a_given_key_comes_before_the_file(tmp_path: Path):
    assert token_key(tmp_path, "g" * 32) == b"g" * 32
    assert list(tmp_path.iterdir()) == []


def test_a_short_key_is_refused_wherever_it_comes_from(tmp_path: Path):
    (tmp_path / "token.key").write_text("short\n")

    with pytest.raises(InvalidArgument, match="DOXA_TOKEN_KEY has 5 bytes"):
        token_key(tmp_path, "short")
    with pytest.raises(InvalidArgument, match=r"token\.key has 5 bytes"):
        token_key(tmp_path, None)
    with pytest.raises(InvalidArgument, match="no key"):
        token_key(None, None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("90s", timedelta(seconds=90)),
        ("15m", timedelta(minutes=15)),
        ("12h", timedelta(hours=12)),
        (" 30d ", timedelta(days=30)),
    ],
)
def test_lifetimes_are_written_with_a_unit(text: str, expected: timedelta):
    assert lifetime(text) == expected


@pytest.mark.parametrize(
    "text", ["", "30", "d", "-1d", "0s", "1.5h", "1w", "99999d", "9" * 40 + "d"]
)
def test_other_lifetimes_are_refused(text: str):
    with pytest.raises(InvalidArgument):
        lifetime(text)
