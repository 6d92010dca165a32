import { useEffect, useLayoutEffect, useRef } from 'react';
import { slideFrom } from '../motion/flip.ts';
import { prefersReducedMotion } from '../motion/reduced-motion.ts';
import type { PitchSlot } from './PitchSlot.tsx';

/**
 * Slides players between slots of pitch and bench when the lineup changes. New players slide in from the element that was clicked.
 * Returns the ref of the element that contains both. @formkit/auto-animate can't do this: it supports a single parent only.
 */
export function usePitchFlip<T extends HTMLElement>(slots: readonly PitchSlot[]) {
  const container = useRef<T>(null);
  const before = useRef<ReadonlyMap<number, string> | null>(null);
  const clicked = useRef<DOMRect | null>(null);
  useEffect(() => {
    // Measure immediately: the clicked element may have been removed when its player appears on the pitch.
    const measure = ({ target }: MouseEvent) => {
      clicked.current = (target as Element).getBoundingClientRect();
    };
    document.addEventListener('click', measure, true);
    return () => document.removeEventListener('click', measure, true);
  }, []);
  useLayoutEffect(() => {
    const current = new Map(slots.flatMap(({ id, player }) => (player ? [[player.id, id] as const] : [])));
    const previous = before.current;
    before.current = current;
    if (!previous || prefersReducedMotion()) return;
    const findFace = (id: string) => container.current?.querySelector(`[data-slot="${id}"] [data-face]`);
    for (const [player, id] of current) {
      const left = previous.get(player);
      if (left === id) continue;
      // A slot that the new formation lacks has no start position.
      const from = left === undefined ? clicked.current : findFace(left)?.getBoundingClientRect();
      slide(findFace(id), from);
    }
  }, [slots]);
  return container;
}

/** Slides a slot's content from another rectangle. Does nothing if either is not displayed. */
function slide(face: Element | null | undefined, from: DOMRect | null | undefined): void {
  const to = face?.getBoundingClientRect();
  if (!face || !to?.width || !from?.width) return;
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  slideFrom(face, x, y);
}
