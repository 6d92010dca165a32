import { type Client, createClient } from '@touchline/api/client';
import { profile } from '@touchline/api/http/auth';
import { myParticipations } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { getLeague, myLeagues } from '@touchline/api/http/leagues';
import { signIn } from '@touchline/local-stack/clients/signed-in';
import { firstGameweek, seedDemo } from '@touchline/local-stack/demo-data/seed-demo';
import { PLAYER_INDEXES } from '@touchline/local-stack/dependencies/accounts';
import { type Product, startProduct } from '@touchline/local-stack/product';
import { log } from '../figures/log.ts';

/** The gameweek that is played when the pages are visited. */
const GAMEWEEK = 6;
const TEAMS = 40;

/** A running season with final games, leagues and prizes, and a player with teams in it. */
export interface Season {
  readonly product: Product;
  /** The player's local storage. The session lasts 15 minutes. */
  readonly player: Readonly<Record<string, string>>;
  /** Local storage of a player who has not joined the game of the running gameweek. */
  readonly builder: Readonly<Record<string, string>>;
  readonly running: Game;
  readonly final: Game;
  /** The player's team in the running game. */
  readonly team: string;
  readonly league: { id: string; code: string };
}

/** Starts a product and plays a season until matches are live, like the demo. Then the clock stops. */
export async function startSeason(options: {
  home: string;
  gateway?: Record<string, string>;
}): Promise<Season> {
  const { home, gateway = {} } = options;
  const product = await startProduct({
    home,
    say: log,
    env: { gateway, games: { PRIZE_REVIEW_MINUTES: '0.2' } },
    replay: { paused: true, fromGameweek: firstGameweek(GAMEWEEK) },
  });
  try {
    log(`${TEAMS} teams play until gameweek ${GAMEWEEK}`);
    const { prizesPaid } = await seedDemo(product, { teams: TEAMS, gameweek: GAMEWEEK });
    await prizesPaid;
    await product.replay.pause();
    return { product, ...(await findPlayer(product)) };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

async function findPlayer(product: Product): Promise<Omit<Season, 'product'>> {
  const { client, storage: player } = await signInPlayer(product, PLAYER_INDEXES[0]);
  const { storage: builder } = await signInPlayer(product, PLAYER_INDEXES.at(-1)!);
  const { participations } = await client.request(myParticipations, { query: {} });
  const weekly = (gameweek: number) =>
    participations.find(({ game }) => game.game_type === 'WEEKLY' && game.first_gameweek === gameweek);
  const { leagues } = await client.request(myLeagues, { query: {} });
  const invited = leagues.find(({ kind, automatic }) => kind === 'CLASSIC' && !automatic);
  const [running, final] = [weekly(GAMEWEEK), weekly(GAMEWEEK - 1)];
  if (!running || !final || !invited) throw new Error('the season has no game or league of the player');
  const { league } = await client.request(getLeague, { params: { id: invited.id } });
  return {
    player,
    builder,
    running: running.game,
    final: final.game,
    team: running.id,
    league: { id: league.id, code: league.code ?? '' },
  };
}

/** Signs a player in, once for all visits, because sign-ins are limited. The storage is that of a player with a browser wallet. */
async function signInPlayer(
  { url, chain }: Product,
  index: number,
): Promise<{ client: Client; storage: Record<string, string> }> {
  const token = await signIn(url, chain.accounts[index]!.wallet);
  const client = createClient({ base: `${url}/api`, token: () => token });
  const { user } = await client.request(profile);
  return {
    client,
    storage: {
      auth_token: token,
      user_data: JSON.stringify(user),
      'wagmi.recentConnectorId': JSON.stringify('injected'),
    },
  };
}
