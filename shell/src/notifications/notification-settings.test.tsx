import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { myParticipations } from '@touchline/api/http/entries';
import { notificationSettings } from '@touchline/api/http/notifications';
import { FakePage } from '@touchline/host/testing/FakePage';
import { createFakeHost, FAKE_ADDRESS, type FakeHost } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeptData } from '../kept-data.ts';
import { createQueryClient } from '../query-client.ts';
import { NotificationSettings } from './NotificationSettings.tsx';

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

function renderSettings(host: FakeHost) {
  const pages = { '/': () => <NotificationSettings wallet={FAKE_ADDRESS} /> };
  return render(
    <TouchlineTheme>
      <FakePage host={host} pages={pages} />
    </TouchlineTheme>,
  );
}

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
