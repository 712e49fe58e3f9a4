// Ask again and again, but only while somebody looks.

import { useEffect } from "preact/hooks";

export function useLive(reload: () => void, everyMs: number): void {
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && reload();
    const timer = setInterval(look, everyMs);
    // Who comes back sees at once what has changed meanwhile.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [reload, everyMs]);
}
