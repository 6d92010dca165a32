import {
  type NotificationKind,
  notificationKind,
  saveNotifications,
} from '@touchline/api/http/notifications';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useMutation, useQuery, useQueryClient } from '@touchline/host/query';
import { Button, Stack, Text } from '@touchline/ui/base';
import { Switch } from '@touchline/ui/forms';
import { useState } from 'react';
import { type NotificationState, notificationsQuery } from './notifications.query.ts';
import { findPushSupport, type PushDevice, subscribeDevice, turnOffNotifications } from './push-device.ts';
import { QuietHours } from './QuietHours.tsx';

const LABELS: Readonly<Record<NotificationKind, string>> = {
  DEADLINE_24H: 'Deadline in 24 hours',
  DEADLINE_2H: 'Deadline in 2 hours',
  DEADLINE_30M: 'Deadline in 30 minutes',
  LINEUP: "A starter can't play",
  KICK_OFF: "My captain's kick-off",
  GOAL: "My players' goals",
  RESULT: 'Final result and prize',
  PAYMENT: 'Prize or refund paid',
};

type Settings = Pick<
  NonNullable<NotificationState['on']>['settings'],
  'kinds' | 'muted_games' | 'quiet_hours'
>;

/** Settings of notifications in this browser. The browser asks for permission only after a press. */
export function NotificationSettings({ wallet }: { wallet: string }) {
  const host = useHost();
  const support = findPushSupport();
  const query = useQuery({
    ...notificationsQuery(host, wallet),
    enabled: support === 'supported',
  });
  const { data } = query;
  if (support === 'home-screen')
    return (
      <Text size="sm">
        On iPhone and iPad, add Touchline to your home screen first: press Share, then Add to Home Screen.
        Open it from there to turn on notifications.
      </Text>
    );
  if (support === 'unsupported')
    return <Text size="sm">This browser can't show notifications. Try another browser.</Text>;
  if (hasFirstLoadFailed(query))
    return <Text size="sm">Notifications could not be loaded. Try again later.</Text>;
  if (!data) return <Text size="sm">Loading...</Text>;
  if (data.publicKey === null) return <Text size="sm">This server sends no notifications.</Text>;
  return data.on ? (
    <Form wallet={wallet} games={data.games} on={data.on} />
  ) : (
    <TurnOn wallet={wallet} publicKey={data.publicKey} />
  );
}

/** Saves settings, one change after another, and shows those of the newest change. */
function useSave(wallet: string) {
  const host = useHost();
  const client = useQueryClient();
  const { queryKey } = notificationsQuery(host, wallet);
  const show = (on: NotificationState['on']) => {
    // A reload that began earlier would show the previous settings again.
    void client.cancelQueries({ queryKey });
    client.setQueryData<NotificationState>(queryKey, (state) => state && { ...state, on });
  };
  const { mutateAsync } = useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join(' ') },
    mutationFn: (change: () => Promise<NotificationState['on']>) => change(),
  });
  /** Shows the outcome of a change. @returns false if a newer change is still to be sent or confirmed */
  const showOutcome = (on: NotificationState['on']): boolean => {
    if (client.isMutating({ mutationKey: queryKey }) > 0) return false;
    show(on);
    void client.invalidateQueries({ queryKey });
    return true;
  };
  return {
    show,
    showOutcome,
    async save({ id, subscription }: PushDevice, settings: Settings) {
      const { endpoint, keys } = subscription.toJSON();
      const body = {
        subscription: {
          endpoint: endpoint ?? '',
          keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
        },
        ...settings,
      };
      const on = await mutateAsync(async () => {
        const { device } = await host.api.request(saveNotifications, { body });
        return { device: { id, subscription }, settings: device };
      });
      showOutcome(on);
    },
    async turnOff() {
      await mutateAsync(async () => {
        await turnOffNotifications(host);
        return null;
      });
      showOutcome(null);
    },
  };
}

const BLOCKED =
  'Notifications are blocked for Touchline in this browser. Allow them in the site settings, next to the address, and try again.';

const NOT_DECIDED = 'Notifications are still off. Turn them on again, and allow them when the browser asks.';

function TurnOn({ wallet, publicKey }: { wallet: string; publicKey: string }) {
  const { save } = useSave(wallet);
  const [error, setError] = useState<string | null>(Notification.permission === 'denied' ? BLOCKED : null);
  const [busy, setBusy] = useState(false);
  async function turnOn() {
    setBusy(true);
    setError(null);
    try {
      const device = await subscribeDevice(publicKey);
      if (device)
        await save(device, { kinds: [...notificationKind.options], muted_games: [], quiet_hours: null });
      // Without a decision, the browser asks again.
      else if (Notification.permission === 'denied') setError(BLOCKED);
      else setError(NOT_DECIDED);
    } catch (cause) {
      console.warn(cause);
      setError('Notifications could not be turned on. Try again.');
    }
    setBusy(false);
  }
  return (
    <Stack gap="xs">
      <Text size="sm">
        Deadlines, goals, results and payments, even while Touchline is closed. No e-mail address and no app
        needed.
      </Text>
      {error ? (
        <Text size="sm" role="alert">
          {error}
        </Text>
      ) : null}
      <Button loading={busy} onClick={() => void turnOn()}>
        Turn on notifications
      </Button>
    </Stack>
  );
}

interface FormProps {
  wallet: string;
  games: NotificationState['games'];
  on: NonNullable<NotificationState['on']>;
}

function Form({ wallet, games, on: { device, settings } }: FormProps) {
  const host = useHost();
  const { save, show, showOutcome, turnOff } = useSave(wallet);
  // A change that is sent after notifications have been turned off would show them as on, so inputs are disabled until then.
  const [turningOff, setTurningOff] = useState(false);
  const { kinds, muted_games, quiet_hours } = settings;
  const change = (changes: Partial<Settings>) => {
    const changed = { kinds, muted_games, quiet_hours, ...changes };
    // Shown immediately; the server's response confirms it.
    show({ device, settings: { ...settings, ...changes } });
    save(device, changed).catch(() => {
      // A newer change sends this one too.
      if (showOutcome({ device, settings }))
        host.notify({ kind: 'error', message: 'The setting was not saved. Try again.' });
    });
  };
  const pressTurnOff = () => {
    setTurningOff(true);
    turnOff()
      .catch(() => {
        showOutcome({ device, settings });
        host.notify({ kind: 'error', message: 'Notifications could not be turned off. Try again.' });
      })
      .finally(() => setTurningOff(false));
  };
  return (
    <Stack gap={0} role="group" aria-label="Notifications">
      {notificationKind.options.map((kind) => (
        <Switch
          key={kind}
          label={LABELS[kind]}
          checked={kinds.includes(kind)}
          disabled={turningOff}
          onChange={() => change({ kinds: toggle(kinds, kind) })}
        />
      ))}
      {games.length > 0 ? (
        <Text mt="sm" fw={600}>
          Games
        </Text>
      ) : null}
      {games.map(({ id, name }) => (
        <Switch
          key={id}
          label={name}
          checked={!muted_games.includes(id)}
          disabled={turningOff}
          onChange={() => change({ muted_games: toggle(muted_games, id) })}
        />
      ))}
      <QuietHours
        value={quiet_hours}
        disabled={turningOff}
        onChange={(value) => change({ quiet_hours: value })}
      />
      <Button mt="sm" variant="default" loading={turningOff} onClick={pressTurnOff}>
        Turn off notifications
      </Button>
    </Stack>
  );
}

const toggle = <T,>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
