import { myParticipations } from '@touchline/api/http/entries';
import { type DeviceSettings, notificationSettings } from '@touchline/api/http/notifications';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { findDevice, type PushDevice } from './push-device.ts';

export interface NotificationState {
  /** Null if the server sends no notifications. */
  publicKey: string | null;
  /** Null unless notifications are on in this browser. */
  on: { device: PushDevice; settings: DeviceSettings } | null;
  /** Games of the user that are not over. */
  games: { id: string; name: string }[];
}

export const notificationsQuery = ({ api }: Pick<Host, 'api'>, wallet: string) =>
  queryOptions({
    queryKey: ['notifications', wallet],
    queryFn: async ({ signal }): Promise<NotificationState> => {
      const device = await findDevice();
      const [settings, { participations }] = await Promise.all([
        api.request(notificationSettings, { query: device ? { device: device.id } : {}, signal }),
        api.request(myParticipations, { query: {}, signal }),
      ]);
      const open = participations.filter(
        ({ game }) => game.status === 'UPCOMING' || game.status === 'ACTIVE',
      );
      return {
        publicKey: settings.public_key,
        on: device && settings.device ? { device, settings: settings.device } : null,
        games: open.map(({ game: { id, name } }) => ({ id, name })),
      };
    },
    // The user may have joined a game since the previous visit.
    staleTime: 0,
  });
