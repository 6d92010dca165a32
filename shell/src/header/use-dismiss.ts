import { type RefObject, useEffect, useRef } from 'react';

/** Calls `close` on Escape and on a press outside the element `inside`. */
export function useDismiss(open: boolean, inside: RefObject<HTMLElement | null>, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current();
    };
    const onPress = (event: PointerEvent) => {
      if (!inside.current?.contains(event.target as Node)) latest.current();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open, inside]);
}
