// What the service refuses, and what did not reach it, as one error with a code.

// The codes that there are, as docs/errors lists them.
export const ERROR_CODES = [
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  "INVALID_ARGUMENT",
  "NAIVE_TIME",
  "INVERTED_INTERVAL",
  "EMPTY",
  "BAD_CHARACTERS",
  "BAD_ID",
  "BAD_CURSOR",
  "OUT_OF_RANGE",
  "TOO_LARGE",
  "AMBIGUOUS",
  "ID_CONFLICT",
  "CYCLE",
  "OTHER_MODEL",
  "CONFLICT",
  "QUOTA_REACHED",
  "UNAVAILABLE",
  "SCHEMA_MISMATCH",
  "INTERNAL",
] as const;

// One of these, or one of a newer service.
export type ErrorCode = (typeof ERROR_CODES)[number] | (string & {});

export interface ErrorDetails {
  code: ErrorCode;
  field?: string | undefined;
  hint?: string | undefined;
  retryAfterS?: number | undefined;
  cause?: unknown;
}

// An operation was refused, or has not reached the service (`UNAVAILABLE`).
export class DoxaError extends Error {
  override readonly name = "DoxaError";
  readonly code: ErrorCode;
  // The argument at fault, such as `input.validFrom`.
  readonly field: string | undefined;
  // What to do.
  readonly hint: string | undefined;
  // The seconds after which to try again, where the service names them.
  readonly retryAfterS: number | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.field = details.field;
    this.hint = details.hint;
    this.retryAfterS = details.retryAfterS;
  }
}

// An error in an answer, as GraphQL has them.
export interface AnswerError {
  message: string;
  extensions?: {
    code?: string | null;
    field?: string | null;
    hint?: string | null;
    retryAfter?: number | null;
  };
}

// The first error of an answer, which says why it was refused.
export function refusal(errors: readonly AnswerError[]): DoxaError {
  const [first] = errors;
  const { code, field, hint, retryAfter } = first?.extensions ?? {};
  return new DoxaError(first?.message ?? "refused", {
    code: code ?? "INTERNAL",
    field: field ?? undefined,
    hint: hint ?? undefined,
    retryAfterS: retryAfter ?? undefined,
  });
}

// What was sent may not have arrived, and can be sent again.
export function unavailable(message: string, cause?: unknown): DoxaError {
  return new DoxaError(message, { code: "UNAVAILABLE", cause });
}

export function isUnavailable(error: unknown): error is DoxaError {
  return error instanceof DoxaError && error.code === "UNAVAILABLE";
}
