import { gamesSwitchesRequest, stakingSwitchesRequest } from '@touchline/api/events/admin-services';
import { getSwitches, setSwitch, switchName } from '@touchline/api/http/admin-controls';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { awaitOwner, deadline, forward } from '../owners/forward.ts';

/** Endpoints for the feature switches of both owners. */
export function controlRoutes(routes: Routes, bus: Bus): void {
  route(routes, getSwitches, async () => {
    const [games, staking] = await Promise.all([
      awaitOwner('games', request(bus, gamesSwitchesRequest, {}, deadline)),
      awaitOwner('staking', request(bus, stakingSwitchesRequest, {}, deadline)),
    ]);
    const switches = [...games.switches, ...staking.switches];
    return { switches: switchName.options.flatMap((name) => switches.filter((one) => one.name === name)) };
  });
  forward(routes, bus, setSwitch, ({ name }) => (name === 'staking' ? 'staking' : 'games'));
}
