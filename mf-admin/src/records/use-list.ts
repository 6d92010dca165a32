import { useDebouncedValue } from '@touchline/ui/base';
import { useState } from 'react';
import type { ListParams } from '../admin.queries.ts';

const SEARCH_DEBOUNCE_MS = 300;

export interface ListState<C extends string> {
  /** What to ask for; follows the typing after a moment. */
  params: ListParams<C>;
  /** The search box. */
  typed: string;
  search(text: string): void;
  /** ADMIN-19: the same column turns the direction, another one starts descending. */
  sortBy(column: C): void;
  toggleOrder(): void;
  goTo(page: number): void;
}

/** Search, order and page of a list; whatever changes what is listed goes back to page 1 (ADMIN-18). */
export function useList<C extends string>(firstColumn: C): ListState<C> {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS);
  const [order, setOrder] = useState({ sortBy: firstColumn, sortOrder: 'desc' as 'asc' | 'desc' });
  const [at, setAt] = useState({ page: 1, search: '' });
  const page = at.search === search ? at.page : 1;
  const goTo = (next: number) => setAt({ page: next, search });
  const turned = order.sortOrder === 'asc' ? 'desc' : 'asc';
  const setAndRestart = (next: typeof order) => {
    setOrder(next);
    goTo(1);
  };
  return {
    params: { page, search, ...order },
    typed,
    search: setTyped,
    sortBy: (column) =>
      setAndRestart({ sortBy: column, sortOrder: column === order.sortBy ? turned : 'desc' }),
    toggleOrder: () => setAndRestart({ ...order, sortOrder: turned }),
    goTo,
  };
}
