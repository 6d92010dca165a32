import { useEffect, useLayoutEffect, useRef } from 'react';
import { prefersReducedMotion } from './reduced-motion.ts';

const OPTIONS: KeyframeAnimationOptions = { duration: 200, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' };

/** Slides an element to its position from an offset of `x`, `y` pixels. */
export function slideFrom(element: Element, x: number, y: number): void {
  element.animate?.([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], OPTIONS);
}

/**
 * Slides the children of a list to their new positions when `order` changes (FLIP). Children need a stable key in `data-flip`.
 * Returns the list's ref. We avoid @formkit/auto-animate because of its size and because it fades rows in and out.
 */
export function useFlip<T extends HTMLElement>(order: string) {
  const list = useRef<T>(null);
  const tops = useRef<Map<string, number> | null>(null);
  // After the first paint: measuring before it would lay the page out twice.
  useEffect(() => {
    tops.current = new Map(listChildren(list.current).map((child) => [getKey(child), child.offsetTop]));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measure again when the order changes
  useLayoutEffect(() => {
    const before = tops.current;
    if (before === null) return;
    const after = new Map<string, number>();
    const still = prefersReducedMotion();
    for (const child of listChildren(list.current)) {
      after.set(getKey(child), child.offsetTop);
      const moved = (before.get(getKey(child)) ?? child.offsetTop) - child.offsetTop;
      if (moved !== 0 && !still) slideFrom(child, 0, moved);
    }
    tops.current = after;
  }, [order]);
  return list;
}

const listChildren = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-flip]') ?? []),
];
const getKey = (child: HTMLElement) => child.dataset.flip ?? '';
