import { useDebouncedValue } from '@touchline/ui/base';
import { useState } from 'react';

type Filters = Readonly<Record<string, string>>;

/** Filters and pages of a list that is read by cursor. Another filter starts at the newest row. */
export function useCursorList(first: Filters = {}) {
  const [typed, setTyped] = useState<Filters>({ search: '', ...first });
  const [settled] = useDebouncedValue(typed, 300);
  const [pages, setPages] = useState<{ of: Filters; cursors: readonly string[] }>({
    of: settled,
    cursors: [],
  });
  const cursors = pages.of === settled ? pages.cursors : [];
  const goTo = (next: readonly string[]) => setPages({ of: settled, cursors: next });
  return {
    typed,
    set: (key: string, value: string) => setTyped({ ...typed, [key]: value }),
    /** What to ask for. */
    filters: { ...settled, search: settled.search?.trim() ?? '', after: cursors.at(-1) ?? '' },
    page: cursors.length + 1,
    older: (next: string) => goTo([...cursors, next]),
    newer: () => goTo(cursors.slice(0, -1)),
  };
}

export type CursorList = ReturnType<typeof useCursorList>;
