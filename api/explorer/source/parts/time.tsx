// A point and an interval of time in a sentence: in the reader's zone, UTC on demand.

import type { JSX } from "preact";
import { roughly, shown, utc, type Span } from "../core/times.ts";
import type { Precision } from "../generated/graphql.ts";

export function Time({ at, precision }: { at: string; precision?: Precision }): JSX.Element {
  return (
    <time dateTime={at} title={utc(at)}>
      {shown(at, precision)}
    </time>
  );
}

// "since Mar 2024", "2019 – Mar 2024"; a start that nobody stated is "by … at the latest".
export function Interval({ span }: { span: Span }): JSX.Element {
  const observed = span.validFromBasis === "OBSERVED";
  const from = (
    <Time at={span.validFrom} precision={span.validFromPrecision ?? roughly(span.validFrom)} />
  );
  if (!span.validTo) {
    return (
      <span class="interval">
        {observed ? "since at the latest " : "since "}
        {from}
      </span>
    );
  }
  return (
    <span class="interval">
      {observed && "at the latest "}
      {from} – <Time at={span.validTo} precision={span.validToPrecision ?? roughly(span.validTo)} />
    </span>
  );
}
