import { TouchlineError } from '@touchline/api/errors';
import { saveLineup } from '@touchline/api/http/lineups';
import { createFakeHost, FAKE_ADDRESS, type FakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { readUnsentLineups, type UnsentLineup } from '@touchline/host/unsent-lineups';
import { createKeptData } from '../kept-data.ts';
import { sendUnsentLineups } from '../offline/send-unsent-lineups.ts';
import { createMemoryCaches } from './memory-caches.ts';

export const lineup: UnsentLineup['lineup'] = {
  formation: '4-4-2',
  field_players: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  bench_players: [12, 13, 14, 15],
  captain_id: 10,
  vice_captain_id: 11,
};
export const UNSENT: UnsentLineup = {
  wallet: FAKE_ADDRESS,
  participation_id: '6e8e7a51-2f39-4d1c-9f4e-000000000001',
  team_name: 'Rovers',
  lineup,
  replaces: { ...lineup, captain_id: 9 },
  gameweek: 6,
  saved_at: Date.now(),
  failure: null,
};

let running = () => {};
/** Stops the sender that was started last. */
export const stop = () => running();

export const OTHER_WALLET = '0x00000000000000000000000000000000000000b0';

/** Starts to send unsent lineups to a server that replies like this. */
export function start(
  reply: (host: FakeHost) => void,
  user: string | null = FAKE_ADDRESS,
  kept = createKeptData(createMemoryCaches(), () => user),
) {
  const bodies: unknown[] = [];
  const host: FakeHost = createFakeHost({
    user: user === null ? null : fakeUser({ wallet_address: user }),
    responses: [
      fakeResponse(saveLineup, ({ body }) => {
        bodies.push(body);
        reply(host);
        return { lineup, effective_gameweek: null, receipt: RECEIPT };
      }),
    ],
  });
  running = sendUnsentLineups({ ...host, kept }, undefined);
  return { host, bodies };
}

const HASH = 'a'.repeat(64);
const RECEIPT = {
  game_id: UNSENT.participation_id,
  participation_id: UNSENT.participation_id,
  ordinal: 1,
  version: { gameweek: 6, number: 2, saved_at: 1 },
  commitment: HASH,
  key: HASH,
  slots: [],
  batch: { index: 0, path: [] },
  signature: 'x',
};
export const reject = (code: string, message: string, status?: number) => () => {
  throw new TouchlineError(code, message, status === undefined ? {} : { status });
};
export const unsent = (wallet = FAKE_ADDRESS) => readUnsentLineups(wallet);
