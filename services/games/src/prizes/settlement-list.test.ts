import { rejection } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { setUpFinalGames, wallet } from '../testing/final-games.ts';
import { listSettlements } from './settlement-admin.ts';

const games = setUpFinalGames();
const admin = () => ({
  ...games.replica,
  treasury: wallet(7),
  fundingApprovalAbove: () => 0n,
});

it('settlements are listed for administrators, latest proposal first, page by page', async () => {
  const earlier = await games.createGame([5, 4, 3, 2, 1]);
  const later = await games.createGame([5, 4, 3, 2, 1]);
  await games.settle(earlier);
  games.clock.now += 1_000;
  await games.settle(later);
  const first = await listSettlements(admin(), { limit: 1 });
  const second = await listSettlements(admin(), { limit: 1, after: first.next! });
  expect([first, second].map(({ settlements: [shown] }) => shown!.game_id)).toEqual([later, earlier]);
  expect((await listSettlements(admin(), { limit: 100, state: 'FUNDED' })).settlements).toEqual([]);
  for (const after of ['1', `x.${later}`, '1.a'])
    expect(await rejection(listSettlements(admin(), { limit: 1, after }))).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
});
