import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';

const listStops = (list: ParentNode) => [
  ...list.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]'),
];

/** True for key combinations that belong to the browser, such as Alt+Left (Back) and Ctrl+End (end of the page). */
export const isModified = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  altKey || ctrlKey || metaKey || shiftKey;

/**
 * A single tab stop for a list of buttons: the button that was focused last, initially the first. Spread the result on the list and
 * move the focus within it by `focus()`. This hook sets `tabindex`, so the buttons must not.
 */
export function useOneTabStop<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const last = useRef<HTMLElement | null>(null);
  const updateTabIndex = () => {
    const stops = ref.current ? listStops(ref.current) : [];
    const stop = stops.find((one) => one === last.current) ?? stops[0];
    for (const one of stops) one.tabIndex = one === stop ? 0 : -1;
  };
  // After every render: rows are added, removed and disabled.
  useLayoutEffect(updateTabIndex);
  const onFocus = ({ target }: FocusEvent<T>) => {
    last.current = target;
    updateTabIndex();
  };
  return { ref, onFocus };
}

/** A single tab stop for a list of rows. Arrow keys move up and down between rows, left and right within a row. Home and End work too. */
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
