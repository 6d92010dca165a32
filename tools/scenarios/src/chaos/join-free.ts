import { joinGame, requireParticipation } from '@touchline/api/http/entries';
import { saveLineup } from '@touchline/api/http/lineups';
import { buildTeam, type ChaosFixture, signInAs } from './fixture.ts';
import { retry } from './retry.ts';
import { deriveWallet } from './wallets.ts';

/** A player in the free game. */
export interface FreePlayer {
  /** Joins the game and retries until the join is acknowledged. */
  join(): Promise<void>;
  /** Saves another lineup after the previous actions of the player. */
  save(): Promise<void>;
}

export function createFreePlayer(fixture: ChaosFixture, index: number): FreePlayer {
  const { acknowledged, freeGame, seed, signal } = fixture;
  const account = deriveWallet(seed, `join ${index}`);
  const team = buildTeam(fixture, index);
  let signedIn: ReturnType<typeof signInAs> | undefined;
  let joined: Promise<string> | undefined;
  let latest: Promise<unknown> = Promise.resolve();
  let saves = 0;

  const join = async () => {
    signedIn = signInAs(fixture, account);
    const client = await signedIn;
    const send = () => client.request(joinGame, { params: { id: freeGame }, body: team });
    const { id } = requireParticipation(await retry('a join', send, signal));
    acknowledged.freeJoins.push({ wallet: account.address.toLowerCase(), entry: id });
    acknowledged.saves.set(id, []);
    return id;
  };
  const save = async () => {
    joined ??= join();
    const id = await joined;
    const client = await signedIn!;
    const body = buildLineup(team, saves++);
    const send = () => client.request(saveLineup, { params: { id }, body });
    const { lineup } = await retry('a save', send, signal);
    acknowledged.saves.get(id)!.push(buildLineupKey(lineup));
  };
  return {
    async join() {
      joined ??= join();
      await joined;
    },
    save() {
      latest = latest.then(save);
      return latest as Promise<void>;
    },
  };
}

/** Builds a lineup with other armbands. Up to 110 consecutive lineups of a team differ. */
function buildLineup(
  { formation, field_players, bench_players }: ReturnType<typeof buildTeam>,
  turn: number,
) {
  const captain = turn % 11;
  const vice = (captain + 1 + (Math.floor(turn / 11) % 10)) % 11;
  return {
    formation,
    field_players,
    bench_players,
    captain_id: field_players[captain]!,
    vice_captain_id: field_players[vice]!,
  };
}

/** Builds a key that distinguishes the lineups of one team. */
export const buildLineupKey = (lineup: { captain_id: number; vice_captain_id: number }) =>
  `${lineup.captain_id}/${lineup.vice_captain_id}`;
