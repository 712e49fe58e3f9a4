// Documents that carry the types of what they ask and of what they need for it.

// What GraphQL Code Generator writes with `documentMode: "string"` is one of these.
export interface TypedDocument<Data, Variables> {
  toString(): string;
  // Only for the type checker; no value is ever there.
  __apiType?: ((variables: Variables) => Data) | undefined;
}

// The text of a document.
// Throws a TypeError: it is a parsed one, which this package could not print again.
export function textOf(document: TypedDocument<unknown, never> | string): string {
  const text = String(document);
  if (text.startsWith("[object ")) {
    throw new TypeError('the document is no text: generate it with documentMode: "string"');
  }
  return text;
}

// Whether a document may change something. A query that has the word elsewhere counts as one too:
// it is not sent again, and nothing worse.
export function mayWrite(text: string): boolean {
  return /\bmutation\b/.test(text);
}
