import { useEffect } from 'react';

/** The title of the page; stands before the page itself, so that a page may say more. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = children === '' ? 'Touchline' : `${children} · Touchline`;
  }, [children]);
  return null;
}
