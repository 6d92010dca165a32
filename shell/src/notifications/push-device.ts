import { notificationSettings, removeNotifications } from '@touchline/api/http/notifications';
import type { Host } from '@touchline/host/host';
import { isOnAppleMobile } from '../device.ts';

/** Whether this browser can receive notifications. iOS and iPadOS offer them only to apps on the home screen. */
export type PushSupport = 'supported' | 'home-screen' | 'unsupported';

export function findPushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'supported';
  const isInstalled = window.matchMedia?.('(display-mode: standalone)').matches;
  return isOnAppleMobile() && !isInstalled ? 'home-screen' : 'unsupported';
}

/** The subscription of this browser and the id that the server knows it by. */
export interface PushDevice {
  id: string;
  subscription: PushSubscription;
}

/** Safari has service workers without push, on iOS outside the home screen. */
type Registration = Pick<Partial<ServiceWorkerRegistration>, 'pushManager'>;

/** Finds this browser's subscription; null without one. */
export async function findDevice(): Promise<PushDevice | null> {
  const registration: Registration | undefined = await navigator.serviceWorker?.getRegistration('/');
  const subscription = await registration?.pushManager?.getSubscription();
  return subscription ? { id: await computeId(subscription), subscription } : null;
}

/**
 * Subscribes this browser. Call it after a press, because browsers then ask the user.
 * @returns null if the user or the browser declines
 */
export async function subscribeDevice(publicKey: string): Promise<PushDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription that another key was used for cannot be changed.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  return { id: await computeId(subscription), subscription };
}

/** Turns notifications off on this device. Without a connection the push service ends them. */
export async function turnOffNotifications(host: Pick<Host, 'api'>): Promise<void> {
  const device = await findDevice();
  if (device) await turnOff(host, device);
}

/** Turns notifications off that are not those of the signed-in user: the session of a previous one ended without a sign-out here. */
export async function turnOffNotificationsOfOthers(host: Pick<Host, 'api'>): Promise<void> {
  const device = await findDevice();
  if (!device) return;
  const { device: own } = await host.api.request(notificationSettings, { query: { device: device.id } });
  // Not the current device: the user may have turned notifications on in the meantime.
  if (!own) await turnOff(host, device);
}

async function turnOff({ api }: Pick<Host, 'api'>, device: PushDevice): Promise<void> {
  await device.subscription.unsubscribe();
  await api.request(removeNotifications, { params: { device: device.id } }).catch(() => {});
}

async function computeId({ endpoint }: PushSubscription): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
