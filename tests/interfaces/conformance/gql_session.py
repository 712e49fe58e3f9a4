"""A session of the Python client gql: the schema is fetched, pages are read, changes are heard."""

import asyncio
import json
import sys

from gql import Client, gql
from gql.transport.exceptions import TransportQueryError
from gql.transport.httpx import HTTPXAsyncTransport
from gql.transport.websockets import WebsocketsTransport

PAGE = gql(
    """
    query Page($after: String) {
      entity(name: "Ana") {
        beliefs(attribute: "likes", first: 2, after: $after) {
          edges { node { value } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
    """
)
SAY = gql("mutation Say($input: AssertInput!) { assertBelief(input: $input) { outcome } }")
CHANGES = gql("subscription { beliefChanges { change { inserted { value } } } }")


async def main(url: str, token: str) -> dict:
    headers = {"Authorization": f"Bearer {token}"}
    http = HTTPXAsyncTransport(url=url, headers=headers, timeout=60)
    socket = WebsocketsTransport(
        url=url.replace("http", "ws", 1),
        init_payload=headers,
        subprotocols=[WebsocketsTransport.GRAPHQLWS_SUBPROTOCOL],
    )
    told = {"heard": [], "pages": [], "refused": None}
    async with (
        Client(transport=http, fetch_schema_from_transport=True) as asking,
        Client(transport=socket) as listening,
    ):

        async def listen() -> None:
            async for event in listening.subscribe(CHANGES):
                told["heard"] += [
                    one["value"] for one in event["beliefChanges"]["change"]["inserted"]
                ]
                if len(told["heard"]) == 5:
                    return

        hearing = asyncio.create_task(listen())
        await asyncio.sleep(0.5)
        for number in range(5):
            said = {"entityName": "Ana", "attribute": "likes", "value": f"thing {number}"}
            await asking.execute(SAY, variable_values={"input": said})
        await asyncio.wait_for(hearing, 30)
        after = None
        while True:
            found = await asking.execute(PAGE, variable_values={"after": after})
            page = found["entity"]["beliefs"]
            told["pages"].append(len(page["edges"]))
            if not page["pageInfo"]["hasNextPage"]:
                break
            after = page["pageInfo"]["endCursor"]
        try:
            await asking.execute(PAGE, variable_values={"after": "nonsense"})
        except TransportQueryError as error:
            told["refused"] = error.errors[0]["extensions"]["code"]
    return told


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(*sys.argv[1:]))))
