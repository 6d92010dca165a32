import type { Game } from '@touchline/api/http/games';
import { createLeague, joinLeague, type LeagueKind } from '@touchline/api/http/leagues';
import type { Manager } from './join-and-stake.ts';

/** Leagues of the first demo managers, who include the accounts of the demo wallet. The number of rivals is odd, for the median. */
const LEAGUES: readonly { name: string; kind: LeagueKind; members: number }[] = [
  { name: 'Park Lane Office', kind: 'CLASSIC', members: 14 },
  { name: 'Sunday Rivals', kind: 'HEAD_TO_HEAD', members: 7 },
];

/** Creates the demo leagues of a game that all managers have joined. The first manager owns them. */
export async function seedLeagues(managers: readonly Manager[], { id: game_id }: Game): Promise<void> {
  for (const { name, kind, members } of LEAGUES) {
    const [owner, ...others] = managers.slice(0, members);
    const { league } = await owner!.client.request(createLeague, { body: { game_id, name, kind } });
    await Promise.all(
      others.map(({ client }) => client.request(joinLeague, { body: { code: league.code! } })),
    );
  }
}
