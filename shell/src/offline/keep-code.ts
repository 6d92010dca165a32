/**
 * Registers the service worker and sends it the files of this page, most of which were loaded before it was active, so that it keeps
 * them. The development server has no worker, and browsers reject it without TLS.
 */
export async function keepCode(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ kind: 'started', files });
}
