import { vi } from 'vitest';

/** Gives the browser a push subscription until `removePushSubscription`. Returns its `unsubscribe`. */
export function subscribeToPush() {
  const unsubscribe = vi.fn(async () => true);
  const endpoint = 'https://push.test/1';
  const toJSON = () => ({ endpoint, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } });
  const getSubscription = async () => ({ endpoint, toJSON, unsubscribe });
  const getRegistration = async () => ({ pushManager: { getSubscription } });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } });
  return unsubscribe;
}

export const removePushSubscription = () => Reflect.deleteProperty(navigator, 'serviceWorker');
