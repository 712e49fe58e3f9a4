// A question before something is done: what it will change, and the two answers.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Refusal } from "../core/client.ts";
import { Failure } from "./states.tsx";

export function Dialog({
  title,
  children,
  close,
}: {
  title: string;
  children: ComponentChildren;
  close: () => void;
}): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // It holds the keyboard, and gives it back to what had it.
    element.current?.showModal();
  }, []);
  return (
    <dialog ref={element} aria-label={title} onClose={close}>
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}

export function Confirm({
  title,
  children,
  word,
  danger = false,
  busy,
  error,
  disabled = false,
  confirm,
  close,
}: {
  title: string;
  children: ComponentChildren;
  word: string;
  danger?: boolean;
  busy: boolean;
  error?: Refusal | undefined;
  disabled?: boolean;
  confirm: () => void;
  close: () => void;
}): JSX.Element {
  const submit = (event: Event) => {
    event.preventDefault();
    if (!busy && !disabled) confirm();
  };
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={submit}>
        {children}
        {error !== undefined && <Failure error={error} />}
        <p class="buttons">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class={danger ? "danger" : "main"} disabled={busy || disabled}>
            {busy ? "Working…" : word}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
