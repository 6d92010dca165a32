import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { myParticipations } from '@touchline/api/http/entries';
import { notificationSettings } from '@touchline/api/http/notifications';
import { FakePage } from '@touchline/host/testing/FakePage';
import { createFakeHost, FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NotificationSettings } from './NotificationSettings.tsx';

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
    responses: [
      fakeResponse(notificationSettings, { public_key: 'key', device: null }),
      fakeResponse(myParticipations, { participations: [] }),
    ],
  });
  const pages = { '/': () => <NotificationSettings wallet={FAKE_ADDRESS} /> };
  render(
    <TouchlineTheme>
      <FakePage host={host} pages={pages} />
    </TouchlineTheme>,
  );
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
