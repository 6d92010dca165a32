import { type CDPSession, expect, type Page } from '@playwright/test';
import type { PushMessage } from '@touchline/api/http/notifications';
import type { PushDevice } from '@touchline/local-stack/dependencies/push-service';

/** A browser whose push subscription belongs to the push service of the test. */
export interface PushBrowser {
  /** Waits until the server has sent a message that `isWanted`, delivers it to the service worker, and returns the shown notification. */
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
  let delivered = 0;
  const shown = () =>
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      const registration = await navigator.serviceWorker.getRegistration(active?.scriptURL);
      return ((await registration?.getNotifications()) ?? []).map(({ title, body }) => ({ title, body }));
    });
  return {
    async receive(isWanted) {
      let message: PushMessage | undefined;
      await expect
        .poll(
          async () => {
            for (; delivered < device.messages.length; delivered += 1) {
              const next = device.messages[delivered]!;
              const data = JSON.stringify(next);
              await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
              if (isWanted(next)) message = next;
            }
            return message?.title;
          },
          { message: 'a message of the server', timeout: 60_000 },
        )
        .toBeDefined();
      const { title, body } = message!;
      await expect.poll(shown).toContainEqual({ title, body });
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
