import { waitFor } from '@testing-library/react';
import { profile } from '@touchline/api/http/auth';
import {
  type DeviceSettings,
  notificationSettings,
  removeNotifications,
} from '@touchline/api/http/notifications';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '../testing/match-centre.ts';
import { removePushSubscription, subscribeToPush } from '../testing/push-subscription.ts';
import { shellUnderTest } from '../testing/shell-under-test.tsx';
import { findDevice } from './push-device.ts';

const page = shellUnderTest();
afterEach(removePushSubscription);

/** Signs in a user in a browser with notifications, which are on for the user with these settings; null: for another wallet. */
async function signInWith(device: DeviceSettings | null) {
  vi.stubGlobal('Notification', { permission: 'granted' });
  const unsubscribe = subscribeToPush();
  const removed: unknown[] = [];
  signIn(page.server);
  page.server.responses.push(
    fakeResponse(notificationSettings, { public_key: 'key', device }),
    fakeResponse(removeNotifications, ({ params }) => {
      removed.push(params.device);
      return { removed: true };
    }),
  );
  const { shell } = page.open();
  await waitFor(() => expect(page.server.finished).toContain('GET /notifications'));
  return { shell, unsubscribe, removed };
}

describe('when a user signs in, the notifications of this browser', () => {
  test('notifications of a previous user, whose session ended without a sign-out here, are turned off', async () => {
    const { unsubscribe, removed } = await signInWith(null);
    const { id } = (await findDevice())!;
    await waitFor(() => expect(removed).toEqual([id]));
    expect(unsubscribe).toHaveBeenCalledOnce();
  });

  test('notifications of the user stay on', async () => {
    const settings = { id: 'a'.repeat(64), kinds: ['GOAL' as const], muted_games: [], quiet_hours: null };
    const { shell, unsubscribe, removed } = await signInWith(settings);
    // Its response arrives after that of the settings has been handled.
    await shell.host.api.request(profile);
    expect([unsubscribe.mock.calls, removed]).toEqual([[], []]);
  });
});

test('a browser with service workers but without push has no device', async () => {
  const getRegistration = async () => ({});
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } });
  expect(await findDevice()).toBeNull();
});
