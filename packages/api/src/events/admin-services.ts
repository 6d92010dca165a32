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

/** From the beginning of the hour or day (UTC) `from` to now, without empty ones: the admin service fills them in. */
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

/** Also for the gateway, whose /config shows them. */
export const gamesSwitchesRequest = requestType('request.games.admin.switches', nothing, switches);
export const stakingSwitchesRequest = requestType('request.staking.admin.switches', nothing, switches);

/** Stored by the owner, and read by each of its replicas before it lets anybody pay. CHANGE_REFUSED: held off. */
export const setGamesSwitch = requestType('request.games.admin.set-switch', set, adminSwitch);
export const setStakingSwitch = requestType('request.staking.admin.set-switch', set, adminSwitch);

/** A switch changed: ask for them again. */
export const gamesSwitchesChanged = event('games.switches.changed', nothing);
export const stakingSwitchesChanged = event('staking.switches.changed', nothing);

/** Ends the sessions of a wallet that began before the question, like /auth/logout-all, admin cookies included. */
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

/** Makes `to` current, or takes back what was published last. CHANGE_REFUSED: there is nothing to go back to. */
export const rollBackRemoteRequest = requestType(
  'request.auth.admin.roll-back-remote',
  z.object({ by: actor, name: z.string(), to: z.optional(z.string()) }),
  adminRemote,
);
