import type { Host } from '@touchline/host/host';
import { sendUnsentLineups } from './send-unsent-lineups.ts';

/** Starts what a page needs for visits without a connection: the service worker, and sending what was saved without one. */
export function startOffline(host: Host): () => void {
  // The development server has no worker, and browsers refuse it without TLS.
  keepCode().catch(console.warn);
  return sendUnsentLineups(host, navigator.locks);
}

/** Registers the service worker, and has it keep the code of this page, most of which was loaded before the worker could. */
async function keepCode(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ kind: 'started', files });
}
