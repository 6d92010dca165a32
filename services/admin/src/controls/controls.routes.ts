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
import type { Bus } from '@touchline/service-kit/bus';
import { request } from '@touchline/service-kit/request';
import { type Routes, route } from '@touchline/service-kit/route';
import { awaitRead, CHANGE_MS, awaitChange, READ_MS } from '../owners/await-owner.ts';
import { buildActor } from '../owners/request-input.ts';

const read = { timeoutMs: READ_MS };
const change = { timeoutMs: CHANGE_MS };

/** What administrators reach for in an incident: the switches of both owners as one list, the end of sessions, and the way back of a remote. */
export function controlRoutes(routes: Routes, bus: Bus): void {
  route(routes, getSwitches, async () => {
    const [games, staking] = await Promise.all([
      awaitRead('games', request(bus, gamesSwitchesRequest, {}, read)),
      awaitRead('staking', request(bus, stakingSwitchesRequest, {}, read)),
    ]);
    const known = [...games.switches, ...staking.switches];
    return { switches: switchName.options.flatMap((name) => known.filter((one) => one.name === name)) };
  });

  route(routes, setSwitch, async ({ params: { name }, body, user, ctx }) => {
    const question = { by: buildActor(user, ctx, body.reason), name, on: body.on };
    const set =
      name === 'staking'
        ? awaitChange('staking', request(bus, setStakingSwitch, question, change))
        : awaitChange('games', request(bus, setGamesSwitch, question, change));
    return { switch: await set };
  });

  route(routes, endSessions, async ({ params, body, user, ctx }) => {
    const question = { by: buildActor(user, ctx, body.reason), wallet: params.wallet };
    return awaitChange('gateway', request(bus, endWalletSessions, question, change));
  });

  route(routes, rollBackRemote, async ({ params: { name }, body: { to, reason }, user, ctx }) => {
    const question = { by: buildActor(user, ctx, reason), name, to };
    return { remote: await awaitChange('gateway', request(bus, rollBackRemoteRequest, question, change)) };
  });
}
