// A belief's value: what was said, or the entity that it leads to.

import type { JSX } from "preact";
import { link } from "../core/route.ts";
import { Badge } from "./badge.tsx";
import { Text } from "./text.tsx";

export function Value({
  of,
}: {
  of: {
    value?: string | null | undefined;
    target?: { id: string; name: string } | null | undefined;
    contested?: boolean;
    visibility?: string;
  };
}): JSX.Element {
  const { value, target, contested, visibility } = of;
  return (
    <>
      {target ? (
        <a href={link(["entity", target.id])}>
          <bdi>{target.name}</bdi>
        </a>
      ) : (
        <Text>{value ?? ""}</Text>
      )}
      {contested === true && (
        <>
          {" "}
          <Badge tone="warn" title="Several values are claimed for the same time">
            contested
          </Badge>
        </>
      )}
      {visibility !== undefined && visibility !== "tenant" && (
        <>
          {" "}
          <Badge title={`Only ${visibility} sees it`}>private</Badge>
        </>
      )}
    </>
  );
}
