import {
  endWalletSessions,
  gamesSwitchesRequest,
  rollBackRemoteRequest,
  setGamesSwitch,
  setStakingSwitch,
  stakingSwitchesRequest,
} from '@touchline/api/events/admin-services';
import { endSessions, getSwitches, setSwitch, switchName } from '@touchline/api/http/admin-controls';
import { rollBackRemote } from '@touchline/api/http/admin-overview';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { awaitChange, awaitRead, CHANGE_MS, READ_MS } from '../owners/await-owner.ts';
import { buildActor } from '../owners/request-input.ts';

const read = { timeoutMs: READ_MS };
const change = { timeoutMs: CHANGE_MS };

/** Incident controls: feature switches of both owners, ending sessions, and rolling back a remote. */
export function controlRoutes(routes: Routes, bus: Bus): void {
  route(routes, getSwitches, async () => {
    const [games, staking] = await Promise.all([
      awaitRead('games', request(bus, gamesSwitchesRequest, {}, read)),
      awaitRead('staking', request(bus, stakingSwitchesRequest, {}, read)),
    ]);
    const switches = [...games.switches, ...staking.switches];
    return { switches: switchName.options.flatMap((name) => switches.filter((one) => one.name === name)) };
  });

  route(routes, setSwitch, async ({ params: { name }, body, user, ctx }) => {
    const input = { by: buildActor(user, ctx, body.reason), name, on: body.on };
    const set =
      name === 'staking'
        ? awaitChange('staking', request(bus, setStakingSwitch, input, change))
        : awaitChange('games', request(bus, setGamesSwitch, input, change));
    return { switch: await set };
  });

  route(routes, endSessions, async ({ params, body, user, ctx }) => {
    const input = { by: buildActor(user, ctx, body.reason), wallet: params.wallet };
    return awaitChange('gateway', request(bus, endWalletSessions, input, change));
  });

  route(routes, rollBackRemote, async ({ params: { name }, body: { to, reason }, user, ctx }) => {
    const input = { by: buildActor(user, ctx, reason), name, to };
    return { remote: await awaitChange('gateway', request(bus, rollBackRemoteRequest, input, change)) };
  });
}
