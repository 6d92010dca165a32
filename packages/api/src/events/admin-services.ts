import { z } from 'zod/mini';
import { actor } from '../admin-values.ts';
import { event, requestType } from '../event.ts';
import { adminSwitch, switchName } from '../http/admin-controls.ts';
import { adminRemote, seriesPoint, seriesStep, serviceHealth } from '../http/admin-overview.ts';

const nothing = z.object({});

export const gamesTotalsRequest = requestType(
  'request.games.admin.totals',
  nothing,
  z.object({ games: z.number(), entries: z.number() }),
);
export const stakingTotalsRequest = requestType(
  'request.staking.admin.totals',
  nothing,
  z.object({ stakes: z.number(), active_stakes: z.number(), staked_amount: z.string() }),
);
export const userTotalsRequest = requestType(
  'request.auth.admin.totals',
  nothing,
  z.object({ users: z.number() }),
);

/** Hours or days (UTC) from `from` until now. Owners omit empty ones; the admin service fills them in. */
const since = z.object({ per: seriesStep, from: z.iso.datetime() });

export const gamesSeriesRequest = requestType(
  'request.games.admin.series',
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
  'request.staking.admin.series',
  since,
  z.object({ points: z.array(z.pick(seriesPoint, { at: true, stakes: true, staked_amount: true })) }),
);

export const gamesHealthRequest = requestType('request.games.admin.health', nothing, serviceHealth);
export const stakingHealthRequest = requestType('request.staking.admin.health', nothing, serviceHealth);
export const gatewayHealthRequest = requestType('request.auth.admin.health', nothing, serviceHealth);
export const relayHealthRequest = requestType('request.fpl.admin.health', nothing, serviceHealth);

const switches = z.object({ switches: z.array(adminSwitch) });
const set = z.object({ by: actor, name: switchName, on: z.boolean() });

/** Used by the admin service and by the gateway, whose /config contains the switches. */
export const gamesSwitchesRequest = requestType('request.games.admin.switches', nothing, switches);
export const stakingSwitchesRequest = requestType('request.staking.admin.switches', nothing, switches);

/** Stored by the owner; each replica reads it before it accepts a payment. CHANGE_REFUSED: disabled by the deployment. */
export const setGamesSwitch = requestType('request.games.admin.set-switch', set, adminSwitch);
export const setStakingSwitch = requestType('request.staking.admin.set-switch', set, adminSwitch);

/** A switch changed; request the switches again. */
export const gamesSwitchesChanged = event('games.switches.changed', nothing);
export const stakingSwitchesChanged = event('staking.switches.changed', nothing);

/** Ends the sessions of a wallet that started before the request, including admin cookies, like /auth/logout-all. */
export const endWalletSessions = requestType(
  'request.auth.admin.end-sessions',
  z.object({ by: actor, wallet: z.string() }),
  z.object({ ended: z.number() }),
);

export const remotesRequest = requestType(
  'request.auth.admin.remotes',
  nothing,
  z.object({ remotes: z.array(adminRemote) }),
);

/** Makes `to` current, or rolls back the last publication. CHANGE_REFUSED: there is no version to roll back to. */
export const rollBackRemoteRequest = requestType(
  'request.auth.admin.roll-back-remote',
  z.object({ by: actor, name: z.string(), to: z.optional(z.string()) }),
  adminRemote,
);
