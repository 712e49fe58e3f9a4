// A question before something is done: what it will change, and the two answers.

import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
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
  // Not `useEffect`, which ends when the element has gone.
  useLayoutEffect(() => {
    const shown = element.current;
    shown?.showModal();
    // It holds the keyboard, and gives it back to what had it if it is closed before it goes.
    return () => shown?.close();
  }, []);
  // Who has taken it away already hears no more of it.
  const closed = () => element.current !== null && close();
  return (
    // Escape is heard at once: the browser tells a little later that it has closed it, and what was
    // opened meanwhile would be closed again.
    <dialog ref={element} aria-label={title} onCancel={close} onClose={closed}>
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
