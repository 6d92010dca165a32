import { useLayoutEffect, useRef } from 'react';

const DURATION_MS = 200;

/**
 * Slides the children of a list to where they stand now whenever `order` changes. Children carry `data-flip` with a
 * key that stays theirs. Returns the ref of the list.
 */
export function useFlip<T extends HTMLElement>(order: string) {
  const list = useRef<T>(null);
  const tops = useRef(new Map<string, number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: positions are read again when the order changes
  useLayoutEffect(() => {
    const before = tops.current;
    const after = new Map<string, number>();
    const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    for (const child of list.current?.querySelectorAll<HTMLElement>('[data-flip]') ?? []) {
      const key = child.dataset.flip ?? '';
      after.set(key, child.offsetTop);
      const moved = (before.get(key) ?? child.offsetTop) - child.offsetTop;
      if (moved !== 0 && !still)
        child.animate?.([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], {
          duration: DURATION_MS,
          easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)',
        });
    }
    tops.current = after;
  }, [order]);
  return list;
}
