import type { Draft } from '@touchline/rules/draft';
import { useEffect, useRef } from 'react';
import type { LineupEdit } from './use-lineup-edit.ts';

/**
 * Moves players with the arrows in the element with the returned ref, and keeps the focus on the arrows of the moved player. The
 * pressed arrow is unmounted by a move to the other list, and disabled by a move to an end of the bench.
 */
export function useMovedFocus({ arrange }: Pick<LineupEdit, 'arrange'>) {
  const lists = useRef<HTMLDivElement>(null);
  const moved = useRef<number | null>(null);
  useEffect(() => {
    const arrows = lists.current?.querySelector(`[data-arrows="${moved.current}"]`);
    moved.current = null;
    const enabled = [...(arrows?.querySelectorAll('button') ?? [])].filter(({ disabled }) => !disabled);
    if (!enabled.some((button) => button === document.activeElement)) enabled[0]?.focus();
  });
  const move = (id: number, draft: Draft) => {
    moved.current = id;
    arrange(draft);
  };
  return { lists, move };
}
