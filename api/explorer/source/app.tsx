// The page: who is signed in, where they are, and as of when.

import type { ComponentChildren, JSX } from "preact";
import { Component } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Refusal } from "./core/client.ts";
import { useQuery } from "./core/query.ts";
import { link, useRoute, type Route } from "./core/route.ts";
import * as session from "./core/session.ts";
import { useMay, useViewer, ViewerContext } from "./core/viewer.ts";
import { ViewerDocument } from "./generated/graphql.ts";
import { Entrance } from "./pages/entrance.tsx";
import { PAGES } from "./pages/pages.ts";
import { AsOfBar } from "./parts/as_of_bar.tsx";
import { Empty, Failure, Loading } from "./parts/states.tsx";
import { Time } from "./parts/time.tsx";

export function App({ problem }: { problem: string | undefined }): JSX.Element {
  const [token, setToken] = useState(session.token());
  const [ended, setEnded] = useState<string | undefined>(problem);
  useEffect(
    () =>
      session.onChange((why) => {
        setEnded(why);
        setToken(session.token());
      }),
    [],
  );
  if (token === null) return <Entrance problem={ended} />;
  // Whoever signs in as another starts from nothing.
  return <SignedIn key={token} />;
}

function SignedIn(): JSX.Element {
  const { data, error, reload } = useQuery(ViewerDocument, {});
  if (error !== undefined) {
    return (
      <main>
        <Failure error={error} retry={reload} />
      </main>
    );
  }
  if (data === undefined) {
    return (
      <main>
        <Loading rows={8} />
      </main>
    );
  }
  return (
    <ViewerContext.Provider value={data.viewer}>
      <Frame />
    </ViewerContext.Provider>
  );
}

function Frame(): JSX.Element {
  const route = useRoute();
  const may = useMay();
  const [first = ""] = route.path;
  const page = PAGES.find(({ path }) => path === first);
  const title = page?.title ?? "Not found";
  useEffect(() => {
    document.title = `${title} · Doxa`;
  }, [title]);
  const shown = PAGES.filter(({ menu, needs }) => menu !== undefined && needs.some(may));
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        To the content
      </a>
      <header>
        <a class="name" href={link([])}>
          Doxa
        </a>
        <nav aria-label="Pages">
          {shown.map(({ path, menu }) => (
            <a
              key={path}
              href={link([path].filter(Boolean))}
              aria-current={path === first ? "page" : undefined}
            >
              {menu}
            </a>
          ))}
        </nav>
        <Who />
      </header>
      {page?.asOf === true && <AsOfBar />}
      <main id="content" tabIndex={-1}>
        <Boundary key={route.path.join("/")}>
          {page === undefined ? <Empty>There is no such page.</Empty> : shownPage(page, route, may)}
        </Boundary>
      </main>
    </>
  );
}

function shownPage(
  { needs, Page }: (typeof PAGES)[number],
  route: Route,
  may: (field: string) => boolean,
): JSX.Element {
  if (!needs.some(may)) {
    return <Failure error={new Refusal("Your role may not see this.", "FORBIDDEN")} />;
  }
  return <Page route={route} />;
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

function Who(): JSX.Element {
  const { tenant, actor, role, expiresAt } = useViewer();
  return (
    <div class="who">
      <span>
        <bdi>{actor}</bdi>, {role.toLowerCase()} of <bdi>{tenant}</bdi>
      </span>
      {expiresAt && (
        <span class="quiet">
          until <Time at={expiresAt} />
        </span>
      )}
      <button type="button" onClick={() => session.leave()}>
        Sign out
      </button>
    </div>
  );
}

// A fault of the page itself is told, and the rest of it goes on.
class Boundary extends Component<{ children: ComponentChildren }, { fault: string | null }> {
  override state = { fault: null };

  static override getDerivedStateFromError(error: unknown): { fault: string } {
    return { fault: String(error) };
  }

  override render(): ComponentChildren {
    if (this.state.fault === null) return this.props.children;
    return <Failure error={new Refusal(`The page has a fault: ${this.state.fault}`, "INTERNAL")} />;
  }
}
