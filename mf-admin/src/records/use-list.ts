import { useDebouncedValue } from '@touchline/ui/base';
import { useState } from 'react';

const SEARCH_DEBOUNCE_MS = 300;

/** ADMIN-18 */
export const PAGE_SIZE = 20;

export type ListState<C extends string> = ReturnType<typeof useList<C>>;

/** Search, order and page of a list. A changed search or order goes back to page 1 (ADMIN-18). */
export function useList<C extends string>(firstColumn: C) {
  const [typed, setTyped] = useState({ text: '' });
  const [search] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS);
  const [order, setOrder] = useState({ sortBy: firstColumn, sortOrder: 'desc' as 'asc' | 'desc' });
  const [position, setPosition] = useState({ page: 1, search });
  const page = position.search === search ? position.page : 1;
  const goTo = (next: number) => setPosition({ page: next, search });
  const oppositeOrder = order.sortOrder === 'asc' ? 'desc' : 'asc';
  const setAndRestart = (next: typeof order) => {
    setOrder(next);
    goTo(1);
  };
  const text = search.text.trim();
  return {
    /** Page, search and order. The search text is debounced. */
    params: { page, search: text, ...order },
    /** The same as query parameters. */
    query: {
      page: String(page),
      limit: String(PAGE_SIZE),
      ...order,
      ...(text === '' ? {} : { search: text }),
    },
    /** Text in the search box. */
    typed: typed.text,
    search: (text: string) => setTyped({ text }),
    /** Sorting by the current column reverses the direction; another column starts descending (ADMIN-19). */
    sortBy: (column: C) =>
      setAndRestart({ sortBy: column, sortOrder: column === order.sortBy ? oppositeOrder : 'desc' }),
    toggleOrder: () => setAndRestart({ ...order, sortOrder: oppositeOrder }),
    goTo,
  };
}
