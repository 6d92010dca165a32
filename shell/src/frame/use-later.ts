import { useEffect, useState } from 'react';

/** Time until the first paint and its requests are done on a slow phone. */
const LATER_MS = 3_000;

/** True after `ms`, by default once the page is complete. */
export function useLater(ms = LATER_MS): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setDue, ms, true);
    return () => clearTimeout(timer);
  }, [ms]);
  return due;
}
