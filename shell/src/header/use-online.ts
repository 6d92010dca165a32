import { useSyncExternalStore } from 'react';

/** False while the browser knows that it has no connection. */
export const useOnline = (): boolean => useSyncExternalStore(watchConnection, () => navigator.onLine);

function watchConnection(listener: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}
