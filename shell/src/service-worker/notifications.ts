import type { PushMessage } from '@touchline/api/http/notifications';
import type { ShownNotification, WorkerScope } from './worker-scope.ts';

const TURN_OFF = 'turn-off';
/** Time within which the server may send a message twice. Later, the same text is news: another goal after a removed one. */
const MAX_REPEAT_MS = 30 * 60_000;

/** Shows a message of the server. A message that is sent twice replaces itself silently. */
export async function showMessage({ registration }: WorkerScope, message: PushMessage): Promise<void> {
  const { title, body, tag, url, device } = message;
  const shown = await registration.getNotifications({ tag });
  const now = Date.now();
  const isRepeated = shown.some(
    (other) => other.title === title && other.body === body && now - other.data.shown_at < MAX_REPEAT_MS,
  );
  await registration.showNotification(title, {
    body,
    tag,
    renotify: !isRepeated,
    icon: '/icons/192.png',
    badge: '/icons/192.png',
    data: { url, device, shown_at: now },
    actions: [{ action: TURN_OFF, title: 'Turn off' }],
  });
}

/** Opens the page of a pressed notification, or turns notifications off on this device. */
export async function handlePress(
  scope: WorkerScope,
  { action, notification }: { action: string; notification: ShownNotification },
): Promise<void> {
  notification.close();
  if (action === TURN_OFF) return turnOff(scope, notification.data.device);
  const { href, origin } = new URL(notification.data.url, scope.location.origin);
  if (origin !== scope.location.origin) return;
  const [page] = await scope.clients.matchAll({ type: 'window' });
  // A page that this worker does not control cannot be navigated.
  const opened = await page?.navigate(href).catch(() => null);
  if (opened) await page?.focus();
  else await scope.clients.openWindow(href);
}

/** If the server cannot be reached, the next message is rejected by the push service, and the server forgets the device. */
async function turnOff({ registration }: WorkerScope, device: string): Promise<void> {
  const subscription = await registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await fetch(`/api/notifications/${encodeURIComponent(device)}`, { method: 'DELETE' }).catch(() => {});
  for (const shown of await registration.getNotifications()) shown.close();
}
