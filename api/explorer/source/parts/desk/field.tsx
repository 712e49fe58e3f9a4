// A labelled field of a form, with what it is for.

import type { ComponentChildren, JSX } from "preact";

export function Field({
  label,
  help,
  children,
}: {
  label: string;
  help?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
      {help !== undefined && <span class="quiet">{help}</span>}
    </label>
  );
}

export function Line({
  label,
  help,
  value,
  take,
  required = false,
}: {
  label: string;
  help?: string;
  value: string;
  take: (value: string) => void;
  required?: boolean;
}): JSX.Element {
  return (
    <Field label={label} {...(help === undefined ? {} : { help })}>
      <input
        value={value}
        required={required}
        autocomplete="off"
        onInput={(event) => take(event.currentTarget.value)}
      />
    </Field>
  );
}
