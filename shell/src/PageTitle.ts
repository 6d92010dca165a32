import { useEffect } from 'react';

/** Sets the document title. Render it before the page, which may set a more specific title. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = children === '' ? 'Touchline' : `${children} · Touchline`;
  }, [children]);
  return null;
}
