import { useDebouncedValue } from '@touchline/ui/base';
import { useState } from 'react';
import type { ListParams } from '../admin.queries.ts';

const SEARCH_DEBOUNCE_MS = 300;

export interface ListState<C extends string> {
  /** Query parameters. The search text is debounced. */
  params: ListParams<C>;
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
  return {
    params: { page, search: search.text.trim(), ...order },
    typed: typed.text,
    search: (text) => setTyped({ text }),
    sortBy: (column) =>
      setAndRestart({ sortBy: column, sortOrder: column === order.sortBy ? oppositeOrder : 'desc' }),
    toggleOrder: () => setAndRestart({ ...order, sortOrder: oppositeOrder }),
    goTo,
  };
}
