"""Trusted documents: what a manifest may be, and which document a request asks for."""

import hashlib
import json

import pytest

from api.graphql.trusted_documents import SETTING, TrustedDocuments, document_of
from graph.errors import DoxaError, Empty, Forbidden, IdConflict, InvalidArgument, NotFound

NAMES = "query Names { attributes { name } }"
HASH = hashlib.sha256(NAMES.encode()).hexdigest()
OTHER = "{ attributes { name valueType } }"
TRUSTED = TrustedDocuments({"names": NAMES})


@pytest.fixture
def load(tmp_path):
    def loaded(content):
        path = tmp_path / "manifest.json"
        text = content if isinstance(content, (str, bytes)) else json.dumps(content)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return TrustedDocuments.load(path)

    return loaded


def refused(kind, action, *given):
    with pytest.raises(DoxaError) as raised:
        action(*given)
    assert type(raised.value) is kind
    return raised.value


def test_an_object_of_ids_and_documents_is_a_manifest(load):
    found = load({"7f5a0c": NAMES, HASH: NAMES})

    assert found.text_of("7f5a0c") == found.text_of(HASH) == NAMES


def test_a_manifest_of_apollo_is_one_too(load):
    operation = {"id": "a1", "name": "Names", "type": "query", "body": NAMES}
    found = load(
        {"format": "apollo-persisted-query-manifest", "version": 1, "operations": [operation]}
    )

    assert found.text_of("a1") == NAMES


def test_a_document_is_known_by_the_hash_of_its_text_too():
    assert TRUSTED.text_of(HASH) == TRUSTED.text_of(f"sha256:{HASH}") == NAMES


def test_an_id_that_was_given_goes_before_a_hash():
    assert TrustedDocuments({HASH: OTHER, "names": NAMES}).text_of(HASH) == OTHER


@pytest.mark.parametrize(
    ("content", "kind", "words"),
    [
        ({}, Empty, "no documents"),
        ("no json", InvalidArgument, "no JSON"),
        (b'{"a": "\xff"}', InvalidArgument, "no JSON in UTF-8"),
        ("[" * 100_000, InvalidArgument, "no JSON"),
        (["{ attributes { name } }"], InvalidArgument, "an object of ids"),
        ({"a": 1}, InvalidArgument, "'a' is no text"),
        ({"a": "{"}, InvalidArgument, "document 'a', line 1: Syntax Error"),
        (
            {"a": "{ attributes {\n  nam\n} }"},
            InvalidArgument,
            "document 'a', line 2: Cannot query",
        ),
        ({"a": "fragment F on Attribute { name }"}, InvalidArgument, "'a', line 1: Fragment 'F'"),
        ({"a": "{ x " + "x " * 20_000 + "}"}, InvalidArgument, "more than"),
        ({f"sha256:{HASH}": OTHER}, InvalidArgument, "the SHA-256 of its text is"),
        ({"format": "apollo-persisted-query-manifest"}, InvalidArgument, "operation 0 lacks"),
        (
            {"format": "apollo-persisted-query-manifest", "operations": [{"id": "a"}]},
            InvalidArgument,
            "operation 0 lacks",
        ),
        ({"format": "apollo-persisted-query-manifest", "operations": []}, Empty, "no documents"),
    ],
)
def test_a_bad_manifest_is_refused_with_what_is_wrong(load, content, kind, words):
    error = refused(kind, load, content)

    assert words in error.message
    assert error.field == SETTING


def test_two_documents_of_one_id_are_refused(load):
    operations = [{"id": "a", "body": NAMES}, {"id": "a", "body": OTHER}]
    content = {"format": "apollo-persisted-query-manifest", "operations": operations}

    assert "'a'" in refused(IdConflict, load, content).message


def test_a_manifest_that_is_not_there_is_refused(tmp_path):
    error = refused(InvalidArgument, TrustedDocuments.load, tmp_path / "none.json")

    assert "none.json" in error.message


def test_a_document_is_asked_for_by_its_id():
    assert document_of({"documentId": "names"}, TRUSTED) == NAMES


def test_a_document_is_asked_for_as_apollo_and_urql_do():
    persisted = {"persistedQuery": {"version": 1, "sha256Hash": HASH}}

    assert document_of({"query": None, "extensions": persisted}, TRUSTED) == NAMES


@pytest.mark.parametrize("beside", [{}, {"documentId": "names"}])
def test_a_document_of_the_callers_own_is_refused(beside):
    error = refused(Forbidden, document_of, {"query": NAMES, **beside}, TRUSTED)

    assert error.field == "query"
    assert "documentId" in error.hint


@pytest.mark.parametrize("name", ["", "nobody", "sha256:", HASH.upper()])
def test_an_unknown_id_is_not_found(name):
    assert refused(NotFound, document_of, {"documentId": name}, TRUSTED).field == "documentId"


@pytest.mark.parametrize("name", [1, ["names"], {"names": 1}, False])
def test_an_id_is_a_text(name):
    assert refused(InvalidArgument, document_of, {"documentId": name}, TRUSTED)


@pytest.mark.parametrize("extensions", [None, [], {"persistedQuery": 1}, {"persistedQuery": {}}])
def test_a_request_that_names_nothing_asks_for_nothing(extensions):
    assert document_of({"extensions": extensions}, TRUSTED) is None


def test_without_a_manifest_each_request_brings_its_own():
    assert document_of({"query": OTHER, "documentId": "names"}, None) == OTHER
    error = refused(InvalidArgument, document_of, {"documentId": "names"}, None)
    assert SETTING in error.hint


def test_without_a_manifest_a_client_is_told_to_send_the_whole_document():
    asked = {"extensions": {"persistedQuery": {"sha256Hash": HASH}}}
    error = refused(InvalidArgument, document_of, asked, None)

    assert error.message == "PersistedQueryNotSupported"
