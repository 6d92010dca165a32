import { useEffect, useState } from 'react';

/** Time until the first paint and its requests are done on a slow phone. */
const LATER_MS = 3_000;

/** True once the page is complete. */
export function useLater(): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setDue, LATER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return due;
}
