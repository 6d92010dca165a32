import { type CDPSession, expect, type Page } from '@playwright/test';
import type { PushMessage } from '@touchline/api/http/notifications';
import type { PushDevice } from '@touchline/local-stack/dependencies/push-service';

/** A browser whose push subscription belongs to the push service of the test. */
export interface PushBrowser {
  /** Waits until the server has sent a message that `isWanted`, delivers it to the service worker, and returns its texts. */
  receive(isWanted: (message: PushMessage) => boolean): Promise<{ title: string; body: string }>;
  /** Titles of the notifications that the browser shows. */
  shown(): Promise<string[]>;
}

/** Replaces the push service of the browser, which needs the internet. Call it before the page is opened. */
export async function replacePushService(page: Page, device: PushDevice, url: string): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin: url });
  await page.addInitScript(({ endpoint, keys }) => {
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
  const shown = () =>
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      const registration = await navigator.serviceWorker.getRegistration(active?.scriptURL);
      return ((await registration?.getNotifications()) ?? []).map(({ title, body }) => ({ title, body }));
    });
  return {
    async receive(isWanted) {
      const find = () => device.messages.findLast((message) => isWanted(message) && !returned.has(message));
      await expect.poll(find, { message: 'a message of the server', timeout: 60_000 }).toBeDefined();
      const message = find()!;
      returned.add(message);
      const { title, body } = message;
      await deliver(message);
      return { title, body };
    },
    shown: async () => (await shown()).map(({ title }) => title),
  };
}

function findRegistration(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  return session.send('ServiceWorker.enable').then(() => found);
}
