// A point and an interval of time in a sentence: in the reader's zone, UTC on demand.

import type { JSX } from "preact";
import { boundFrom, boundTo, shown, utc, type Span } from "../core/times.ts";

// A point, or a bound in the words for it.
export function Time({ at, words }: { at: string; words?: string }): JSX.Element {
  return (
    <time dateTime={at} title={utc(at)}>
      {words ?? shown(at)}
    </time>
  );
}

// "since Mar 2024", "2019 – Mar 2024"; a start that nobody stated is "by Mar 2024".
export function Interval({ span }: { span: Span }): JSX.Element {
  const observed = span.validFromBasis === "OBSERVED";
  const from = <Time at={span.validFrom} words={boundFrom(span)} />;
  if (!span.validTo) {
    return (
      <span class="interval">
        {observed ? "by " : "since "}
        {from}
      </span>
    );
  }
  const until = <Time at={span.validTo} words={boundTo(span)} />;
  if (span.startUnknown) {
    return <span class="interval">until {until}, since when is not known</span>;
  }
  if (span.endUnknown) {
    return (
      <span class="interval">
        {from} – ? (over; believed until {until})
      </span>
    );
  }
  return (
    <span class="interval">
      {observed && "by "}
      {from} – {until}
    </span>
  );
}
