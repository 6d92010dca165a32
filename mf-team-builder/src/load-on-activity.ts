const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;

/**
 * Calls `load` once, on the first pointer, key or scroll event, and ignores its failure. An idle page loads nothing extra; an
 * active user finds the code of the next page already loaded.
 */
export function loadOnActivity(load: () => Promise<unknown>): void {
  const started = new AbortController();
  const start = () => {
    started.abort();
    load().catch(() => {});
  };
  for (const event of ACTIVITY_EVENTS)
    window.addEventListener(event, start, { signal: started.signal, passive: true });
}
