const ACTS = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;

/**
 * Runs `load` when the visitor first does anything, and ignores its failure: a page that is only looked at stays light, and what
 * the next page needs is there before it is asked for.
 */
export function onceActive(load: () => Promise<unknown>): void {
  const acted = new AbortController();
  const begin = () => {
    acted.abort();
    load().catch(() => {});
  };
  for (const act of ACTS) window.addEventListener(act, begin, { signal: acted.signal, passive: true });
}
