import { joinGame, requireParticipation } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { listGames } from '@touchline/api/http/games';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signedInClient, signIn } from '@touchline/local-stack/clients/signed-in';
import type { Product } from '@touchline/local-stack/product';
import { keccak256, toBytes } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Caller } from './input.ts';
import type { KnownData } from './values.ts';

/** Number of wallets, large enough to stay below the limits per wallet. */
const PLAYERS = 24;
const TEAMS = 12;

/** Signed-in wallets and the data that they created. */
export interface Callers {
  known: KnownData;
  /** Returns the token of a caller; null for guests. */
  token(caller: Caller, index: number): string | null;
  /** Renews all sessions: tokens expire, and some requests end sessions. */
  signInAgain(): Promise<void>;
}

/** Signs wallets in and joins the open weekly game with some of them, so that callers can access their own and other teams. */
export async function signInCallers(product: Product, random: () => number): Promise<Callers> {
  const { api, url } = product;
  const football = await api.request(bootstrap);
  const { games } = await api.request(listGames, { query: { limit: '100' } });
  const weekly = games.find(
    (game) => game.game_type === 'WEEKLY' && Date.parse(game.join_opens_at) <= Date.now(),
  );
  if (!weekly) throw new Error('no open weekly game');
  const players = Array.from({ length: PLAYERS }, (_, index) => deriveWallet(`player ${index}`));
  const owners = [...players.slice(0, 2), deriveWallet('stranger')];
  const teams = Array.from({ length: TEAMS }, (_, index) => randomTeam(football, `Team ${index}`, random));
  const participations = await Promise.all(
    owners.map(async (owner, index) => {
      const { client } = await signedInClient(url, owner);
      const body = teams[index]!;
      return requireParticipation(await client.request(joinGame, { params: { id: weekly.id }, body })).id;
    }),
  );
  let tokens: { players: string[]; admin: string };
  const signInAgain = async () => {
    tokens = {
      admin: await signIn(url, product.chain.accounts[0]!.wallet),
      players: await Promise.all(players.map((player) => signIn(url, player))),
    };
  };
  await signInAgain();
  return {
    known: {
      games: games.map(({ id }) => id),
      participations,
      wallets: [...owners.map(({ address }) => address), ...players.map(({ address }) => address)],
      players: football.players.slice(0, 40).map(({ id }) => id),
      teams: teams.map((team) => ({ ...team })),
    },
    token(caller, index) {
      if (caller === 'guest') return null;
      if (caller === 'admin') return tokens.admin;
      if (caller === 'forger') return FORGED[index % FORGED.length] ?? null;
      return tokens.players[index % PLAYERS] ?? null;
    },
    signInAgain,
  };
}

const deriveWallet = (name: string): PrivateKeyAccount =>
  privateKeyToAccount(keccak256(toBytes(`fuzz ${name}`)));

const encodeTokenPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Forged tokens: unsigned, with another algorithm or malformed. */
const FORGED = [
  `${encodeTokenPart({ alg: 'none', typ: 'at+jwt' })}.${encodeTokenPart({ sub: `0x${'1'.repeat(40)}`, sid: 'x', exp: 9_999_999_999 })}.`,
  `${encodeTokenPart({ alg: 'HS256', typ: 'at+jwt' })}.${encodeTokenPart({ sub: `0x${'1'.repeat(40)}`, admin: true })}.${'A'.repeat(43)}`,
  'a.b.c',
  'x',
  '',
  `${'a'.repeat(5_000)}.b.c`,
];
