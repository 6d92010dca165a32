import { vi } from 'vitest';

/** Gives the browser a push subscription until `removePushSubscription`. Returns its `unsubscribe`. */
export function subscribeToPush() {
  const unsubscribe = vi.fn(async () => true);
  const getSubscription = async () => ({ endpoint: 'https://push.test/1', unsubscribe });
  const getRegistration = async () => ({ pushManager: { getSubscription } });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } });
  return unsubscribe;
}

export const removePushSubscription = () => Reflect.deleteProperty(navigator, 'serviceWorker');
