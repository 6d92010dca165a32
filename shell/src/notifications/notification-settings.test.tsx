import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import {
  type DeviceSettings,
  notificationKind,
  notificationSettings,
  removeNotifications,
  saveNotifications,
} from '@touchline/api/http/notifications';
import { deferred } from '@touchline/host/testing/deferred';
import { createFakeHost, FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeptData } from '../kept-data.ts';
import { createQueryClient } from '../query-client.ts';
import { renderSettings } from '../testing/notification-settings.tsx';
import { subscribeToPush } from '../testing/push-subscription.ts';
import { findDevice } from './push-device.ts';

const settings = fakeResponse(notificationSettings, { public_key: 'key', device: null });
const permission = { permission: 'default', requestPermission: vi.fn() };

beforeEach(() => {
  permission.permission = 'default';
  vi.stubGlobal('Notification', permission);
  vi.stubGlobal('PushManager', class {});
  const getRegistration = async () => undefined;
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** Opens the settings of a browser without notifications, whose user answers the prompt like this. */
async function turnOn(decision: NotificationPermission) {
  permission.requestPermission.mockImplementation(async () => (permission.permission = decision));
  const host = createFakeHost({
    responses: [settings, fakeResponse(myParticipations, { participations: [] })],
  });
  renderSettings(host);
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }));
  await waitFor(() => expect(permission.requestPermission).toHaveBeenCalled());
  return (await screen.findByRole('alert')).textContent;
}

test('a prompt that is closed without a decision leaves notifications off', async () => {
  expect(await turnOn('default')).toMatch(/^Notifications are still off\./);
});

test('a denied permission is explained', async () => {
  expect(await turnOn('denied')).toMatch(/^Notifications are blocked for Touchline in this browser\./);
});

test('API-41 the games of the user are requested at every visit of the settings', async () => {
  let requests = 0;
  const entries = fakeResponse(myParticipations, () => {
    requests += 1;
    return { participations: [] };
  });
  const queryClient = createQueryClient(createKeptData(undefined, () => FAKE_ADDRESS));
  const host = { ...createFakeHost({ responses: [settings, entries] }), queryClient };
  for (const visits of [1, 2]) {
    renderSettings(host);
    await waitFor(() => expect(requests).toBe(visits));
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeTruthy();
    cleanup();
  }
});

test.each(['before', 'after'])('a reload that ends %s a save keeps the new setting', async (order) => {
  subscribeToPush();
  const [reload, save] = [deferred(), deferred()];
  let device: DeviceSettings = { id: 'a'.repeat(64), kinds: ['GOAL'], muted_games: [], quiet_hours: null };
  let requests = 0;
  const host = createFakeHost({
    responses: [
      fakeResponse(myParticipations, { participations: [] }),
      fakeResponse(notificationSettings, async () => {
        requests += 1;
        const read = device;
        if (requests === 2) await reload.promise;
        return { public_key: 'key', device: read };
      }),
      fakeResponse(saveNotifications, async () => {
        device = { ...device, kinds: [] };
        await save.promise;
        return { device };
      }),
    ],
  });
  const findGoals = () => screen.findByRole<HTMLInputElement>('switch', { name: "My players' goals" });
  const idle = () => waitFor(() => expect(host.queryClient.isFetching()).toBe(0));
  renderSettings(host);
  expect((await findGoals()).checked).toBe(true);
  cleanup();
  renderSettings(host);
  await waitFor(() => expect(requests).toBe(2));
  fireEvent.click(await findGoals());
  for (const { resolve } of order === 'before' ? [reload, save] : [save, reload]) {
    resolve();
    await idle();
    expect((await findGoals()).checked).toBe(false);
  }
  await waitFor(() => expect(requests).toBe(3));
  await idle();
  expect((await findGoals()).checked).toBe(false);
});

/** Opens the settings of a browser with all notifications on. Requests to save wait until `respond` is called. */
async function openHeldSettings() {
  const unsubscribe = subscribeToPush();
  let device: DeviceSettings | null = {
    id: 'a'.repeat(64),
    kinds: [...notificationKind.options],
    muted_games: [],
    quiet_hours: null,
  };
  const sent: { kinds: readonly string[]; fails: boolean; respond(): void }[] = [];
  const host = createFakeHost({
    responses: [
      fakeResponse(myParticipations, { participations: [] }),
      fakeResponse(notificationSettings, () => ({ public_key: 'key', device })),
      fakeResponse(saveNotifications, async ({ body }) => {
        const { kinds, muted_games, quiet_hours } = body as DeviceSettings;
        const { promise, resolve } = deferred();
        const request = { kinds, respond: resolve, fails: false };
        sent.push(request);
        await promise;
        if (request.fails) throw new TouchlineError('NETWORK_ERROR', 'no connection');
        device = { id: 'a'.repeat(64), kinds, muted_games, quiet_hours };
        return { device };
      }),
      fakeResponse(removeNotifications, () => {
        device = null;
        return { removed: true };
      }),
    ],
  });
  renderSettings(host);
  const find = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
  return {
    host,
    sent,
    unsubscribe,
    press: async (name: string) => fireEvent.click(await find(name)),
    waitForRequest: async (n: number) => waitFor(() => expect(sent[n]).toBeTruthy()),
    isOn: async (name: string) => (await find(name)).checked,
    idle: () => waitFor(() => expect(host.queryClient.isFetching() + host.queryClient.isMutating()).toBe(0)),
  };
}

test('quick changes are sent in order, and no response undoes a later change', async () => {
  const { sent, press, waitForRequest, isOn, idle } = await openHeldSettings();
  await press("My players' goals");
  await press('Final result and prize');
  await waitForRequest(0);
  sent[0]!.respond();
  await waitForRequest(1);
  expect(await isOn('Final result and prize')).toBe(false);
  await press('Prize or refund paid');
  expect(sent).toHaveLength(2);
  sent[1]!.respond();
  await waitForRequest(2);
  sent[2]!.respond();
  await idle();
  const off = notificationKind.options.filter((kind) => !sent[2]!.kinds.includes(kind));
  expect(off).toEqual(['GOAL', 'RESULT', 'PAYMENT']);
  for (const name of ["My players' goals", 'Final result and prize', 'Prize or refund paid'])
    expect(await isOn(name)).toBe(false);
});

test('a failed change is shown as not saved, unless a newer change sends it too', async () => {
  const { host, sent, press, waitForRequest, isOn, idle } = await openHeldSettings();
  await press("My players' goals");
  await press('Final result and prize');
  await waitForRequest(0);
  Object.assign(sent[0]!, { fails: true }).respond();
  await waitForRequest(1);
  expect(await isOn("My players' goals")).toBe(false);
  expect(host.notices).toEqual([]);
  sent[1]!.respond();
  await idle();
  expect(await isOn("My players' goals")).toBe(false);
  await press('Prize or refund paid');
  await waitForRequest(2);
  Object.assign(sent[2]!, { fails: true }).respond();
  await idle();
  expect(await isOn('Prize or refund paid')).toBe(true);
  expect(host.notices).toMatchObject([{ message: 'The setting was not saved. Try again.' }]);
});

test('notifications that are turned off during a save stay off', async () => {
  const { sent, unsubscribe, press, waitForRequest, idle } = await openHeldSettings();
  await press("My players' goals");
  await waitForRequest(0);
  fireEvent.click(screen.getByRole('button', { name: 'Turn off notifications' }));
  await findDevice();
  expect(unsubscribe).not.toHaveBeenCalled();
  sent[0]!.respond();
  await idle();
  expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeTruthy();
});

test('settings cannot be changed while notifications are being turned off', async () => {
  const { sent, unsubscribe, press } = await openHeldSettings();
  const { promise, resolve } = deferred();
  unsubscribe.mockImplementationOnce(() => promise.then(() => true));
  fireEvent.click(await screen.findByRole('button', { name: 'Turn off notifications' }));
  await waitFor(() => expect(unsubscribe).toHaveBeenCalled());
  await press("My players' goals");
  resolve();
  expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeTruthy();
  expect(sent).toEqual([]);
});

test('a failure to turn off notifications is shown, and the next press turns them off', async () => {
  const { host, unsubscribe, idle } = await openHeldSettings();
  const { promise, resolve } = deferred();
  unsubscribe.mockImplementationOnce(async () => {
    await promise;
    throw new DOMException('The push service is unavailable.', 'AbortError');
  });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Turn off notifications' });
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  resolve();
  await waitFor(() =>
    expect(host.notices).toMatchObject([{ message: 'Notifications could not be turned off. Try again.' }]),
  );
  await idle();
  await waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false));
  fireEvent.click(button);
  expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeTruthy();
  expect(host.notices).toHaveLength(1);
});
