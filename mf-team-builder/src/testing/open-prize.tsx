import { screen } from '@testing-library/react';
import { myParticipations, type Participation } from '@touchline/api/http/entries';
import { type MyPrize, myPrizes } from '@touchline/api/http/prizes';
import {
  createFakeHost,
  FAKE_ADDRESS,
  type FakeHostOptions,
  fakeUser,
} from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { buildGame, buildParticipation, gameId, inHours, NOW, participationId } from './fixtures.ts';
import { openPage } from './open-page.tsx';

/** A team that has won a prize, and a prize that can be claimed. */
export const winner = buildParticipation(1, { game: buildGame(1, -100, { settlement: 'FINAL' }), rank: 3 });
export const duePrize: MyPrize = {
  game_id: gameId(1),
  game_name: 'Gameweek 1',
  participation_id: participationId(1),
  team_name: 'Team 1',
  rank: 3,
  entries: 120,
  token: { address: `0x${'d'.repeat(40)}`, symbol: 'FOOTBALL', decimals: 18 },
  amount: `1900${'0'.repeat(18)}`,
  state: 'DUE',
  settled_at: inHours(-30),
  transaction_hash: null,
  claims_open_at: inHours(-1),
  reclaimed: false,
  claim: {
    chain_id: 480,
    vault: `0x${'e'.repeat(40)}`,
    game_key: `0x${'1'.repeat(64)}`,
    index: 2,
    account: FAKE_ADDRESS,
    amount: `1900${'0'.repeat(18)}`,
    proof: [],
  },
};

interface OpenPrize extends FakeHostOptions {
  /** The prize and the teams that the server responds with. */
  prize?: () => MyPrize;
  teams?: () => Participation[];
}

export function createPrizeHost({
  prize = () => duePrize,
  teams = () => [winner],
  ...options
}: OpenPrize = {}) {
  return createFakeHost({
    user: fakeUser(),
    now: () => NOW,
    ...options,
    responses: [
      fakeResponse(myParticipations, () => ({ participations: teams() })),
      fakeResponse(myPrizes, () => ({ prizes: [prize()] })),
    ],
  });
}

/** Opens My Teams for the winner of a prize. */
export function openPrize(options?: OpenPrize) {
  const host = createPrizeHost(options);
  openPage(host, '/my-team');
  return host;
}

export const findClaim = () =>
  screen.findByRole<HTMLButtonElement>('button', { name: 'Claim 1,900 FOOTBALL' });
export const PAID = /^Paid(\. The chain is confirming it| to your wallet)\./;
/** Key of the hash of a sent claim in local storage. */
export const CLAIM_RECORD = `touchline.claim.${participationId(1)}`;
