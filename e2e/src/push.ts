import { type CDPSession, expect, type Page } from '@playwright/test';
import type { PushMessage } from '@touchline/api/http/notifications';
import type { PushDevice } from '@touchline/local-stack/dependencies/push-service';

/** A browser whose push subscription belongs to the push service of the test. */
export interface PushBrowser {
  /**
   * Waits until the server has sent a message with such a title (and this page), delivers it to the service worker twice, as the
   * server may, and waits until the browser shows it once.
   */
  receive(title: RegExp, url?: string): Promise<PushMessage>;
  /** Presses a notification that the browser shows. */
  press(message: PushMessage): Promise<void>;
}

/** Replaces the push service of the browser, which needs the internet. Call it before the page is opened. */
export async function replacePushService(page: Page, device: PushDevice, url: string): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin: url });
  await page.context().addInitScript(({ endpoint, keys }) => {
    const KEY = 'test-push-subscription';
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        localStorage.removeItem(KEY);
        return true;
      },
    };
    const found = () => (localStorage.getItem(KEY) === null ? null : subscription);
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        localStorage.setItem(KEY, 'on');
        return subscription;
      },
      getSubscription: async () => found(),
    });
  }, device.subscription);
}

/** Opens the settings of notifications and turns them on. */
export async function turnOnNotifications(page: Page): Promise<void> {
  await openNotifications(page);
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(page.getByRole('group', { name: 'Notifications' })).toBeVisible();
}

export async function openNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Wallet 0x/ }).click();
  await page.getByRole('dialog', { name: 'Wallet' }).getByRole('button', { name: 'Notifications' }).click();
}

export async function openPushBrowser(page: Page, device: PushDevice): Promise<PushBrowser> {
  const session = await page.context().newCDPSession(page);
  const registrationId = await findRegistration(session);
  const { origin } = new URL(page.url());
  const returned = new Set<PushMessage>();
  const deliver = (message: PushMessage) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(message),
    });
  const worker = () => page.context().serviceWorkers()[0]!;
  const readShown = (tag: string) =>
    worker().evaluate(async (wanted) => {
      const { registration } = globalThis as unknown as WorkerScope;
      const shown = await registration.getNotifications({ tag: wanted });
      return shown.map(({ title, body }) => ({ title, body }));
    }, tag);
  return {
    async receive(wanted, url) {
      const find = () =>
        device.messages.findLast(
          (one) => wanted.test(one.title) && (url ?? one.url) === one.url && !returned.has(one),
        );
      await expect.poll(find, { message: `a message ${wanted}`, timeout: 60_000 }).toBeDefined();
      const message = find()!;
      returned.add(message);
      const { title, body, tag } = message;
      for (const _ of [1, 2]) await deliver(message);
      await expect.poll(() => readShown(tag), { message: 'shown' }).toEqual([{ title, body }]);
      return message;
    },
    press: ({ tag }) =>
      worker().evaluate(async (wanted) => {
        const scope = globalThis as unknown as WorkerScope;
        const [notification] = await scope.registration.getNotifications({ tag: wanted });
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: '' }));
      }, tag),
  };
}

/** The parts of the worker's global scope in use. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (
    type: 'notificationclick',
    init: { notification: Notification | undefined; action: string },
  ) => Event;
}

function findRegistration(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  return session.send('ServiceWorker.enable').then(() => found);
}
