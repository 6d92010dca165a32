import { useDebouncedValue } from '@touchline/ui/base';
import { useState } from 'react';

const SEARCH_DEBOUNCE_MS = 300;

/** ADMIN-18 */
export const PAGE_SIZE = 20;

export interface ListState<C extends string> {
  /** Page, search and order. The search text is debounced. */
  params: { page: number; search: string; sortBy: C; sortOrder: 'asc' | 'desc' };
  /** The same as query parameters. */
  query: { page: string; limit: string; sortBy: C; sortOrder: 'asc' | 'desc'; search?: string };
  /** Text in the search box. */
  typed: string;
  search(text: string): void;
  /** Sorting by the current column reverses the direction; another column starts descending (ADMIN-19). */
  sortBy(column: C): void;
  toggleOrder(): void;
  goTo(page: number): void;
}

/** Search, order and page of a list. A changed search or order goes back to page 1 (ADMIN-18). */
export function useList<C extends string>(firstColumn: C): ListState<C> {
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
    params: { page, search: text, ...order },
    query: {
      page: String(page),
      limit: String(PAGE_SIZE),
      ...order,
      ...(text === '' ? {} : { search: text }),
    },
    typed: typed.text,
    search: (text) => setTyped({ text }),
    sortBy: (column) =>
      setAndRestart({ sortBy: column, sortOrder: column === order.sortBy ? oppositeOrder : 'desc' }),
    toggleOrder: () => setAndRestart({ ...order, sortOrder: oppositeOrder }),
    goTo,
  };
}
