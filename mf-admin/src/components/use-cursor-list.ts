import { useDebouncedValue } from '@touchline/ui/base';
import { useState } from 'react';

type Filters = Readonly<Record<string, string>>;

/** Filters and pages of a list with cursor pagination. A changed filter starts at the newest row. */
export function useCursorList(initialFilters: Filters = {}) {
  const [typed, setTyped] = useState<Filters>({ search: '', ...initialFilters });
  const [debounced] = useDebouncedValue(typed, 300);
  const [pages, setPages] = useState<{ filters: Filters; cursors: readonly string[] }>({
    filters: debounced,
    cursors: [],
  });
  const cursors = pages.filters === debounced ? pages.cursors : [];
  const goTo = (next: readonly string[]) => setPages({ filters: debounced, cursors: next });
  return {
    typed,
    set: (key: string, value: string) => setTyped({ ...typed, [key]: value }),
    /** Query parameters of the current page. */
    filters: omitEmpty({ ...debounced, search: debounced.search?.trim() ?? '', after: cursors.at(-1) ?? '' }),
    page: cursors.length + 1,
    older: (next: string) => goTo([...cursors, next]),
    newer: () => goTo(cursors.slice(0, -1)),
  };
}

const omitEmpty = (filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

export type CursorList = ReturnType<typeof useCursorList>;
