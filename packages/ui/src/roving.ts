import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';

const listStops = (list: ParentNode) => [
  ...list.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]'),
];

/** Alt and Left is Back, Ctrl and End the end of the page: with a modifier a key is the browser's. */
export const isModified = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  altKey || ctrlKey || metaKey || shiftKey;

/**
 * One tab stop for a list of buttons: Tab goes to the one that had the focus last, at first to the first one. Spread the result on
 * the list, and move the focus within it by `focus()`. The list sets `tabindex`; its buttons must not.
 */
export function useOneTabStop<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const last = useRef<HTMLElement | null>(null);
  const updateTabIndex = () => {
    const stops = ref.current ? listStops(ref.current) : [];
    const stop = stops.find((one) => one === last.current) ?? stops[0];
    for (const one of stops) one.tabIndex = one === stop ? 0 : -1;
  };
  // Every time: rows come, go and are disabled.
  useLayoutEffect(updateTabIndex);
  const onFocus = ({ target }: FocusEvent<T>) => {
    last.current = target;
    updateTabIndex();
  };
  return { ref, onFocus };
}

/** The same for a list of rows, with arrow keys: up and down between rows, left and right within one, Home and End. */
export function useRovingRows<T extends HTMLElement>() {
  const { ref, onFocus } = useOneTabStop<T>();
  const onKeyDown = (event: KeyboardEvent<T>) => {
    if (isModified(event)) return;
    const rows = [...(ref.current?.children ?? [])].map(listStops).filter((stops) => stops.length > 0);
    const row = rows.findIndex((stops) => stops.includes(event.target as HTMLElement));
    if (row < 0) return;
    const column = rows[row]?.indexOf(event.target as HTMLElement) ?? 0;
    const to = findNextStop(rows, row, column, event.key);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  return { ref, onFocus, onKeyDown };
}

function findNextStop(rows: readonly HTMLElement[][], row: number, column: number, key: string) {
  const inRow = (at: number) => rows[at]?.[column] ?? rows[at]?.[0];
  switch (key) {
    case 'ArrowDown':
      return inRow(row + 1);
    case 'ArrowUp':
      return inRow(row - 1);
    case 'ArrowRight':
      return rows[row]?.[column + 1];
    case 'ArrowLeft':
      return rows[row]?.[column - 1];
    case 'Home':
      return inRow(0);
    case 'End':
      return inRow(rows.length - 1);
    default:
      return undefined;
  }
}
