import { cleanup, screen } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { notificationSettings } from '@touchline/api/http/notifications';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderSettings } from '../testing/notification-settings.tsx';
import { removePushSubscription } from '../testing/push-subscription.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  removePushSubscription();
  Reflect.deleteProperty(navigator, 'maxTouchPoints');
});

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1';
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${SAFARI}`;
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI}`;
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0 Safari/537.36';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0 Safari/537.36';

/** Opens the settings in a browser without push notifications. Returns its text. */
function openWithoutPush(userAgent: string, { touch = 0, installed = false } = {}) {
  vi.spyOn(window.navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  Object.defineProperty(window.navigator, 'maxTouchPoints', { configurable: true, value: touch });
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...mediaQuery,
    matches: installed && query === '(display-mode: standalone)',
  }));
  const host = createFakeHost();
  const { container } = renderSettings(host);
  expect(host.queryClient.isFetching()).toBe(0);
  expect(screen.queryByRole('button')).toBeNull();
  return container.textContent;
}
const mediaQuery = { addEventListener: () => {}, removeEventListener: () => {} };

describe('browser without push notifications', () => {
  test.each([
    ['iPhone', IPHONE],
    ['iPad, which reports itself as a Mac', MAC],
  ])('an %s needs the app on its home screen', (_, userAgent) => {
    expect(openWithoutPush(userAgent, { touch: 5 })).toMatch(
      /add Touchline to your home screen first: press Share, then Add to Home Screen\. Open it from there/,
    );
  });

  test.each([
    ['an installed app on an iPhone', IPHONE, { touch: 5, installed: true }],
    ['a Mac', MAC, {}],
    ['a Windows computer with a touchscreen', WINDOWS, { touch: 10 }],
    ['an Android phone', ANDROID, { touch: 5 }],
  ])('%s needs another browser', (_, userAgent, device) => {
    expect(openWithoutPush(userAgent, device)).toContain(
      "This browser can't show notifications. Try another browser.",
    );
  });
});

describe('browser with push notifications', () => {
  /** Opens the settings with this response of the server. */
  function openWith(settings: () => { public_key: string | null; device: null }) {
    vi.stubGlobal('Notification', { permission: 'default' });
    vi.stubGlobal('PushManager', class {});
    const getRegistration = async () => undefined;
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } });
    const entries = fakeResponse(myParticipations, { participations: [] });
    renderSettings(createFakeHost({ responses: [fakeResponse(notificationSettings, settings), entries] }));
  }

  test('a server without a key sends no notifications', async () => {
    openWith(() => ({ public_key: null, device: null }));
    expect(await screen.findByText('This server sends no notifications.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('settings that cannot be loaded are reported', async () => {
    openWith(() => {
      throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'down');
    });
    expect(screen.getByText('Loading...')).toBeTruthy();
    expect(await screen.findByText('Notifications could not be loaded. Try again later.')).toBeTruthy();
  });
});
