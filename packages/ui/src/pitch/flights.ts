import { useEffect, useLayoutEffect, useRef } from 'react';
import type { PitchSlot } from './PitchSlot.tsx';

const FLIGHT: KeyframeAnimationOptions = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' };

/**
 * Players fly to their places when the lineup changes: from the place that they leave, newcomers from what was pressed
 * for them. Returns the ref of what holds the pitch and the bench.
 */
export function useFlights<T extends HTMLElement>(slots: readonly PitchSlot[]) {
  const ground = useRef<T>(null);
  const before = useRef<ReadonlyMap<number, string> | null>(null);
  const pressed = useRef<DOMRect | null>(null);
  useEffect(() => {
    // Read at once: what was pressed may be gone when its player stands on the pitch.
    const note = ({ target }: MouseEvent) => {
      pressed.current = (target as Element).getBoundingClientRect();
    };
    document.addEventListener('click', note, true);
    return () => document.removeEventListener('click', note, true);
  }, []);
  useLayoutEffect(() => {
    const now = new Map(slots.flatMap(({ id, player }) => (player ? [[player.id, id] as const] : [])));
    const earlier = before.current;
    before.current = now;
    if (!earlier || (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true)) return;
    const faceOf = (id: string) => ground.current?.querySelector(`[data-slot="${id}"] [data-face]`);
    for (const [player, id] of now) {
      const left = earlier.get(player);
      if (left === id) continue;
      // A place that the formation no longer has is nowhere to come from.
      const from = left === undefined ? pressed.current : faceOf(left)?.getBoundingClientRect();
      fly(faceOf(id), from);
    }
  }, [slots]);
  return ground;
}

/** Nobody flies to or from what is not on the screen. */
function fly(face: Element | null | undefined, from: DOMRect | null | undefined): void {
  const to = face?.getBoundingClientRect();
  if (!to?.width || !from?.width) return;
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  face?.animate?.([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], FLIGHT);
}
