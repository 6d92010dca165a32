import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { myParticipations } from '@touchline/api/http/entries';
import {
  type DeviceSettings,
  notificationKind,
  notificationSettings,
  saveNotifications,
} from '@touchline/api/http/notifications';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTeam } from '../testing/match-centre.ts';
import { renderSettings } from '../testing/notification-settings.tsx';
import { removePushSubscription, subscribeToPush } from '../testing/push-subscription.ts';

beforeEach(() => {
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('PushManager', class {});
  subscribeToPush();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  removePushSubscription();
});

const [UPCOMING, OVER, OTHER] = [
  buildTeam(7, 'UPCOMING'),
  buildTeam(6, 'COMPLETED'),
  buildTeam(8, 'UPCOMING'),
];

/** Opens the settings of a device with notifications. Returns the settings that the server receives. */
async function open(settings: Partial<DeviceSettings> = {}) {
  const kinds = [...notificationKind.options];
  let device: DeviceSettings = { id: 'a'.repeat(64), kinds, muted_games: [], quiet_hours: null, ...settings };
  const saved: Pick<DeviceSettings, 'muted_games' | 'quiet_hours'>[] = [];
  const host = createFakeHost({
    responses: [
      fakeResponse(myParticipations, { participations: [UPCOMING, OVER, OTHER] }),
      fakeResponse(notificationSettings, () => ({ public_key: 'key', device })),
      fakeResponse(saveNotifications, ({ body }) => {
        const { muted_games, quiet_hours } = body as DeviceSettings;
        saved.push({ muted_games, quiet_hours });
        device = { ...device, muted_games, quiet_hours };
        return { device };
      }),
    ],
  });
  renderSettings(host);
  await screen.findByRole('group', { name: 'Notifications' });
  const idle = () =>
    waitFor(() => expect(host.queryClient.isFetching() + host.queryClient.isMutating()).toBe(0));
  return { saved, idle };
}

const findSwitch = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
const press = (name: string) => fireEvent.click(findSwitch(name));
const field = (name: 'From' | 'To') => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: 'From' | 'To', value: string) => fireEvent.change(field(name), { target: { value } });
const lastOf = <T,>(values: readonly T[]) => values.at(-1);
const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

describe('quiet hours', () => {
  test('quiet hours are off at first, and begin with those of a night in the time zone of the device', async () => {
    const { saved, idle } = await open();
    expect(findSwitch('Quiet hours').checked).toBe(false);
    expect(screen.queryByLabelText('From')).toBeNull();
    press('Quiet hours');
    await screen.findByLabelText('From');
    expect([field('From').value, field('To').value]).toEqual(['22:30', '08:00']);
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(lastOf(saved)?.quiet_hours).toEqual({ from: '22:30', to: '08:00', time_zone });
    await idle();
    expect(findSwitch('Quiet hours').checked).toBe(true);
  });

  test('a changed time is saved with the other one and the current time zone', async () => {
    const { saved, idle } = await open({
      quiet_hours: { from: '21:00', to: '07:00', time_zone: 'Pacific/Auckland' },
    });
    type('To', '06:15');
    await waitFor(() => expect(saved).toHaveLength(1));
    type('From', '23:45');
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(saved.map(({ quiet_hours }) => quiet_hours)).toEqual([
      { from: '21:00', to: '06:15', time_zone },
      { from: '23:45', to: '06:15', time_zone },
    ]);
    await idle();
    expect([field('From').value, field('To').value]).toEqual(['23:45', '06:15']);
  });

  test('an empty time is not saved', async () => {
    const { saved, idle } = await open({ quiet_hours: { from: '21:00', to: '07:00', time_zone } });
    type('From', '');
    await idle();
    expect(field('From').value).toBe('21:00');
    expect(saved).toEqual([]);
  });

  test('quiet hours without a minute are explained', async () => {
    await open({ quiet_hours: { from: '21:00', to: '07:00', time_zone } });
    expect(field('To').getAttribute('aria-invalid')).toBeNull();
    type('To', '21:00');
    expect(await screen.findByText('Both times are the same, so there are no quiet hours')).toBeTruthy();
    type('To', '21:30');
    await waitFor(() => expect(screen.queryByText(/no quiet hours/)).toBeNull());
  });

  test('quiet hours that are turned off are saved as none', async () => {
    const { saved, idle } = await open({ quiet_hours: { from: '21:00', to: '07:00', time_zone } });
    press('Quiet hours');
    await waitFor(() => expect(screen.queryByLabelText('From')).toBeNull());
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(lastOf(saved)?.quiet_hours).toBeNull();
    await idle();
    expect(findSwitch('Quiet hours').checked).toBe(false);
  });
});

describe('games', () => {
  test('the games of the user that are not over can be muted, one by one', async () => {
    const { saved, idle } = await open({ muted_games: [fakeId(1, 8)] });
    expect([findSwitch('Gameweek 7').checked, findSwitch('Gameweek 8').checked]).toEqual([true, false]);
    expect(screen.queryByRole('switch', { name: 'Gameweek 6' })).toBeNull();
    press('Gameweek 7');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(lastOf(saved)?.muted_games).toEqual([fakeId(1, 8), fakeId(1, 7)]);
    await idle();
    press('Gameweek 8');
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(lastOf(saved)?.muted_games).toEqual([fakeId(1, 7)]);
    await idle();
    expect([findSwitch('Gameweek 7').checked, findSwitch('Gameweek 8').checked]).toEqual([false, true]);
  });
});
