"""How Schemathesis, in its own environment, makes values of the schema's scalars."""

import schemathesis
from hypothesis import strategies as st
from hypothesis_graphql import nodes

_TIMES = st.one_of(
    st.datetimes().map(lambda moment: moment.isoformat() + "Z"),
    st.sampled_from(["2026-01-01", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00"]),
    st.text(),
)

schemathesis.graphql.scalar("DateTime", _TIMES.map(nodes.String))
schemathesis.graphql.scalar("JSON", st.text().map(nodes.String))
