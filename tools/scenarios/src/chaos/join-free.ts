import { requireParticipation, joinGame } from '@touchline/api/http/entries';
import { saveLineup } from '@touchline/api/http/lineups';
import { persist } from './retry.ts';
import { type Scene, signInAs, teamOf } from './fixture.ts';
import { walletOf } from './wallets.ts';

/** A player of the free game. */
export interface FreePlayer {
  /** Joins the game, repeating the call until it is acknowledged. */
  join(): Promise<void>;
  /** Saves another lineup; waits for what the player did before. */
  save(): Promise<void>;
}

export function freePlayer(scene: Scene, index: number): FreePlayer {
  const { acknowledged, freeGame, seed, signal } = scene;
  const account = walletOf(seed, `join ${index}`);
  const team = teamOf(scene, index);
  let signedIn: ReturnType<typeof signInAs> | undefined;
  let joined: Promise<string> | undefined;
  let latest: Promise<unknown> = Promise.resolve();
  let saves = 0;

  const join = async () => {
    signedIn = signInAs(scene, account);
    const client = await signedIn;
    const call = () => client.request(joinGame, { params: { id: freeGame }, body: team });
    const { id } = requireParticipation(await persist('a join', call, signal));
    acknowledged.freeJoins.push({ wallet: account.address.toLowerCase(), entry: id });
    acknowledged.saves.set(id, []);
    return id;
  };
  const save = async () => {
    joined ??= join();
    const id = await joined;
    const client = await signedIn!;
    const body = nextLineup(team, saves++);
    const call = () => client.request(saveLineup, { params: { id }, body });
    const { lineup } = await persist('a save', call, signal);
    acknowledged.saves.get(id)!.push(lineupKey(lineup));
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

/** The team with other armbands; the next hundred all differ. */
function nextLineup({ formation, field_players, bench_players }: ReturnType<typeof teamOf>, turn: number) {
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

/** What tells the lineups of one team apart. */
export const lineupKey = (lineup: { captain_id: number; vice_captain_id: number }) =>
  `${lineup.captain_id}/${lineup.vice_captain_id}`;
