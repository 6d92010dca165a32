import type { Bootstrap } from '@touchline/api/http/fpl';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import type { Tokens } from '@touchline/service-kit/testing/tokens';
import { measure } from '../figures/measure.ts';
import type { GamesHost } from '../host/games-host.ts';
import { waitForLeaderboard } from '../host/wait-for-leaderboard.ts';
import { buildRequest, sendRequests, type WalletRequest } from '../load/requests.ts';

const CONNECTIONS = 128;

/** CPU time of one save in microseconds. */
export interface SaveCost {
  games: number;
  postgres: number;
}

/** A wallet with its team, which exchanges its armbands with each save. */
export interface Saver {
  wallet: string;
  entry: string;
  team: ReturnType<typeof randomTeam>;
}

/** Joins a game with new wallets. */
export async function joinSavers(
  host: GamesHost,
  game: string,
  football: Pick<Bootstrap, 'players'>,
  tokens: Tokens,
  count: number,
): Promise<Saver[]> {
  const service = await host.start(tokens);
  const teams = new Map<string, Saver['team']>();
  const joins: WalletRequest[] = [];
  for (let n = 1; n <= count; n += 1) {
    const wallet = `0xbbbb${n.toString(16).padStart(36, '0')}`;
    const team = randomTeam(football, `Team ${n}`);
    teams.set(wallet, team);
    const token = await tokens.accessToken(wallet);
    joins.push({ wallet, request: buildRequest(service.url, `POST /api/games/${game}/join`, token, team) });
  }
  const responses = await sendRequests(service.url, joins, CONNECTIONS);
  await service.stop();
  const savers = responses.flatMap(({ wallet, entry }) =>
    entry === null ? [] : [{ wallet, entry, team: teams.get(wallet)! }],
  );
  if (savers.length < count) throw new Error(`${count - savers.length} of ${count} wallets did not join`);
  return savers;
}

/**
 * Saves each team twice with a new version, the second time measured, when sessions and code are warm.
 * @param nodeFlags options of the service
 */
export async function measureSaves(
  host: GamesHost,
  game: string,
  savers: readonly Saver[],
  tokens: Tokens,
  nodeFlags: readonly string[],
): Promise<SaveCost> {
  const service = await host.start({ ...tokens, nodeFlags });
  const send = async (round: number) => {
    const saves = await Promise.all(
      savers.map(async (saver) => ({
        wallet: saver.wallet,
        request: buildRequest(
          service.url,
          `PUT /api/games/participations/${saver.entry}/formation`,
          await tokens.accessToken(saver.wallet),
          buildSave(saver, round),
        ),
      })),
    );
    const meters = { games: service.cpuMs, postgres: host.postgresCpuMs };
    const { result, cpu } = await measure(meters, () => sendRequests(service.url, saves, CONNECTIONS));
    const saved = result.filter(({ status }) => status === 200).length;
    if (saved < saves.length) throw new Error(`${saves.length - saved} saves failed`);
    return { games: (cpu.games * 1_000) / saved, postgres: (cpu.postgres * 1_000) / saved };
  };
  try {
    await waitForLeaderboard(service.url, game);
    await send(0);
    return await send(1);
  } finally {
    await service.stop();
  }
}

function buildSave({ team }: Saver, round: number): object {
  const { formation, field_players, bench_players, captain_id, vice_captain_id } = team;
  const wearers = [captain_id, vice_captain_id];
  const [captain, vice] = round % 2 === 0 ? wearers.toReversed() : wearers;
  const bands = { captain_id: captain, vice_captain_id: vice };
  // The matches of gameweek 1 have kicked off; lineups of gameweek 2 are unlocked.
  return { formation, field_players, bench_players, ...bands, effective_gameweek: 2 };
}
