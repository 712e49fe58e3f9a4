"""The command explore: open the page of a service, which is started if there is none."""

from __future__ import annotations

import re
import sys
import threading
import webbrowser
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated
from urllib.parse import quote

import typer

from api.cli.run import Run, TenantCommand, actor
from api.cli.serve import listening, serve_on, url_of
from api.service.access.claims import ACTOR_MAX
from api.service.access.entry_codes import issue_code
from api.service.access_tokens import issue, lifetime, token_key
from graph import clock
from graph.errors import InvalidArgument
from graph.model.records import Caller
from graph.validation import name_text
from graph.vocabulary import Role

app = typer.Typer()

TTL = "1h"
# Where a service listens that can be reached by every address, a browser reaches it by this one.
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 -- it is listened on nowhere here
_CHECK_S = 60
_ENTITY_ID = re.compile(r"e_[0-9a-z]+")


@dataclass(frozen=True, slots=True)
class Visit:
    """Who opens the page, for how long, and what is to be seen first.

    ``key`` signs codes; without one the service takes no tokens of its own, and whoever opens the
    page brings a token.
    """

    run: Run
    caller: Caller
    ttl: timedelta
    key: bytes | None
    entity: str | None = None
    browser: bool = True

    @classmethod
    def of(
        cls,
        run: Run,
        *,
        role: Role = Role.OWNER,
        name: str | None = None,
        ttl: str = TTL,
        entity: str | None = None,
        browser: bool = True,
    ) -> Visit:
        """Return the visit that options describe.

        Raises:
            Incorrect: an option is bad, or a setting closes the page.
        """
        if not run.settings.explorer:
            raise InvalidArgument(
                "DOXA_EXPLORER is false: there is no page",
                field="DOXA_EXPLORER",
                hint="set it to true",
            )
        known = name_text(actor() if name is None else name, ACTOR_MAX, field="--actor")
        key = None
        if run.settings.own_tokens:
            key = token_key(run.data, run.settings.token_key.get_secret_value())
        caller = Caller(run.tenant, known, role)
        return cls(run, caller, lifetime(ttl), key, entity, browser)

    def link(self, url: str) -> str:
        """Return a link that opens the page and signs in, once, within a minute from now."""
        first = _first(self.entity)
        if self.key is None:
            return f"{url}/#/{first}"
        code = issue_code(self.key, self.caller, ttl=self.ttl, at=clock.now())
        return f"{url}/#enter={code}" + (f"&to={first}" if first else "")

    def check_token(self) -> str | None:
        """Return a token that a service of this store takes, of a tenant in which nothing is."""
        if self.key is None:
            return None
        return issue(
            self.key,
            tenant="explore",
            actor="explore",
            role=Role.READER,
            at=clock.now(),
            ttl=timedelta(seconds=_CHECK_S),
        )

    def open(self, url: str) -> None:
        """Open the page in a browser, or print the link where none is to be opened, or can be."""
        run = self.run
        if self.key is None:
            run.out.print("the page asks for a token: paste one of the identity provider")
        if not self.browser:
            self._print(self.link(url))
            return
        run.result({"url": url, "ready": True})
        run.out.print(f"the explorer is at {url}")
        if not webbrowser.open(self.link(url)):
            sys.stderr.write("no browser could be started; --no-browser prints the link\n")

    def _print(self, link: str) -> None:
        """Print a link, once, and only where the command's result is read."""
        self.run.result({"url": link, "ready": True})
        if not self.run.json:
            sys.stdout.write(f"{link}\n")
            sys.stdout.flush()


@app.command(cls=TenantCommand, epilog="Example: doxa explore --role reader Ana")
def explore(
    context: typer.Context,
    entity: Annotated[
        str | None,
        typer.Argument(
            metavar="ENTITY", help="What to see first: a name, or an id.", show_default=False
        ),
    ] = None,
    *,
    host: Annotated[str, typer.Option(help="Where the service listens.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Its port; 0 starts one.", max=65535)] = 8000,
    role: Annotated[Role, typer.Option(help="What the page may do.")] = Role.OWNER,
    name: Annotated[
        str | None,
        typer.Option(
            "--actor", help="The subject in the audit log.", show_default="your user name"
        ),
    ] = None,
    ttl: Annotated[str, typer.Option(help="How long one stays signed in: 15m, 8h.")] = TTL,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the link in place of opening it.")
    ] = False,
) -> int:
    """Open the explorer in a browser, signed in; start the service if none answers.

    A service that was started goes on until it is stopped. The link signs in once, within a minute;
    the token it is exchanged for stays in that tab.
    """
    run: Run = context.obj
    visit = Visit.of(run, role=role, name=name, ttl=ttl, entity=entity, browser=not no_browser)
    return show(visit, host, port)


def show(visit: Visit, host: str, port: int) -> int:
    """Open the page of the service that listens there, or of one that is started, and served.

    Raises:
        DoxaError: there is no such address, or the service there is not of this store.
    """
    # What speaks HTTP takes a while to load.
    from api.cli.explore.running_service import find_service  # noqa: PLC0415

    reached = _EVERYWHERE.get(host, host)
    url = url_of(reached, port)
    if port and find_service(reached, port, url, visit.check_token()):
        visit.open(url)
        return 0
    with listening(host, port) as listener:
        url = url_of(reached, listener.getsockname()[1])
        visit.run.out.print("starting the service; it goes on until it is stopped")
        # A browser in the terminal would keep the service from answering it.
        opening = threading.Thread(target=visit.open, args=(url,), daemon=True)
        serve_on(visit.run, listener, opening.start)
    return 0


def _first(entity: str | None) -> str:
    """Return the place of the page that shows an entity: by its id, or the one or those of its
    name.
    """
    if entity is None:
        return ""
    if _ENTITY_ID.fullmatch(entity):
        return f"entity/{entity}"
    return f"named/{quote(entity, safe='')}"
