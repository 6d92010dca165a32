import { z } from 'zod/mini';
import { event, requestType } from '../event.ts';
import { adminSwitch } from '../http/admin-controls.ts';
import { seriesPoint, seriesStep, serviceHealth } from '../http/admin-overview.ts';

// Requests whose replies the admin service combines. Requests of admin endpoints are derived from the endpoints: see
// packages/service-kit/src/administration/owner-requests.ts.

const nothing = z.object({});

export const gamesTotalsRequest = requestType(
  'request.admin.games.totals',
  nothing,
  z.object({ games: z.number(), entries: z.number() }),
);
export const stakingTotalsRequest = requestType(
  'request.admin.staking.totals',
  nothing,
  z.object({ stakes: z.number(), active_stakes: z.number(), staked_amount: z.string() }),
);
export const userTotalsRequest = requestType(
  'request.admin.gateway.totals',
  nothing,
  z.object({ users: z.number() }),
);

/** Hours or days (UTC) from `from` until now. Owners omit empty ones; the admin service fills them in. */
const since = z.object({ per: seriesStep, from: z.iso.datetime() });

export const gamesSeriesRequest = requestType(
  'request.admin.games.series',
  since,
  z.object({
    points: z.array(
      z.pick(seriesPoint, {
        at: true,
        entries: true,
        payments: true,
        paid_amount: true,
        points_updates: true,
      }),
    ),
  }),
);
export const stakingSeriesRequest = requestType(
  'request.admin.staking.series',
  since,
  z.object({ points: z.array(z.pick(seriesPoint, { at: true, stakes: true, staked_amount: true })) }),
);

export const gamesHealthRequest = requestType('request.admin.games.health', nothing, serviceHealth);
export const stakingHealthRequest = requestType('request.admin.staking.health', nothing, serviceHealth);
export const gatewayHealthRequest = requestType('request.admin.gateway.health', nothing, serviceHealth);
export const relayHealthRequest = requestType('request.admin.fpl-relay.health', nothing, serviceHealth);

const switches = z.object({ switches: z.array(adminSwitch) });

/** Used by the admin service and by the gateway, whose /config contains the switches. */
export const gamesSwitchesRequest = requestType('request.admin.games.switches', nothing, switches);
export const stakingSwitchesRequest = requestType('request.admin.staking.switches', nothing, switches);

/** A switch changed; request the switches again. */
export const gamesSwitchesChanged = event('games.switches.changed', nothing);
export const stakingSwitchesChanged = event('staking.switches.changed', nothing);
