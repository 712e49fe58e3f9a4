"""Messages stored without a session: those of one connection are one conversation."""

from types import SimpleNamespace

from mcp.server.streamable_http import MCP_SESSION_ID_HEADER

from api.mcp_server.conversations import Conversations
from graph.model.records import Caller
from graph.vocabulary import Role
from graph.write.intake.episodes import IMPLIED

ANA, BO = (Caller("t", name, Role.OWNER) for name in ("ana", "bo"))


def call(session=None, client="x", *, http=True):
    headers = {MCP_SESSION_ID_HEADER: session} if session else {}
    params = SimpleNamespace(client_info=SimpleNamespace(name=client))
    return SimpleNamespace(
        headers=headers if http else None, session=SimpleNamespace(client_params=params)
    )


def test_a_session_of_the_protocol_is_one_conversation_of_each_subject():
    one, other = Conversations(), Conversations()

    # Whatever service answers.
    assert one.of(call("s"), ANA) == other.of(call("s"), ANA)
    assert len({one.of(call("s"), ANA), one.of(call("s2"), ANA), one.of(call("s"), BO)}) == 3
    assert one.of(call("s"), ANA).startswith(IMPLIED)


def test_a_program_that_a_client_started_is_one_conversation():
    one, other = Conversations(), Conversations()

    assert one.of(call(http=False), ANA) == one.of(call(http=False), ANA)
    assert one.of(call(http=False), ANA) != other.of(call(http=False), ANA)


def test_without_sessions_a_clients_messages_are_one_until_it_pauses():
    one, hasty = Conversations(), Conversations(idle_s=-1)

    assert one.of(call(), ANA) == one.of(call(), ANA)
    assert len({one.of(call(), ANA), one.of(call(client="y"), ANA), one.of(call(), BO)}) == 3
    assert hasty.of(call(), ANA) != hasty.of(call(), ANA)
