import { screen, waitFor, within } from '@testing-library/react';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { describe, expect, it } from 'vitest';
import { buildGame } from '../testing/fixtures.ts';
import { dialog, openBuilder, press } from '../testing/open-builder.tsx';
import {
  buildSent,
  paidGame,
  payFee,
  payingServer,
  refusal,
  said,
  stepIs,
  storedPayments,
  TEAM_NAME,
} from '../testing/open-payment.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { paymentRecords } from './payment-records.ts';

const cup = buildGame(8, 1, { game_type: 'TOURNAMENT', name: 'Friday Night Cup', entry_fee: '1000' });
const seasonState = { gameMode: 'season', gameId: paidGame.id };
const cupState = { gameMode: 'tournament', selectedTournament: { id: cup.id, name: cup.name } };

resetBetweenTests();

// Every test renders a whole builder.
describe('the builder of a game with an entry fee', { timeout: 40_000 }, () => {
  it('BUILD-09, PAY-01, BUILD-06, BUILD-36 a season team is paid, joins with its hash and lands in My Teams', async () => {
    const server = payingServer();
    const { host, joins } = await openBuilder({
      game: paidGame,
      state: seasonState,
      answers: server.answers,
    });
    expect(screen.getByText('Payment Required')).toBeTruthy();
    press('Random Pick');
    press('Create Team');
    const shown = within(await dialog());
    expect(shown.getByText(TEAM_NAME)).toBeTruthy();
    expect(server.joined).toEqual([]);
    payFee();
    await stepIs('success');
    await waitFor(() => expect(host.visits).toEqual([{ to: '/my-team' }]));
    expect(server.joined).toHaveLength(1);
    expect(server.joined[0]?.body).toMatchObject({ team_name: TEAM_NAME, transaction_hash: fakeHash(1) });
    // BUILD-36: the game's id says season, weekly game or which tournament.
    expect(server.joined[0]?.params).toEqual({ id: paidGame.id });
    expect(server.joined.map(({ body }) => (body as { roster: number[] }).roster.length)).toEqual([15]);
    expect(joins).toEqual([]);
    expect(host.notices.at(-1)).toMatchObject({ kind: 'success', title: 'Team created' });
    expect(storedPayments()).toEqual([]);
  });

  it('PAY-01 a tournament team opens the payment', async () => {
    const { answers } = payingServer({ game: cup });
    const { host } = await openBuilder({ game: cup, state: cupState, answers });
    press('Random Pick');
    press('Create Team');
    await stepIs('confirm');
    expect((await dialog()).textContent).toContain('1,000 FOOTBALL');
    expect(host.transfers.requested).toEqual([]);
  });

  it("shows the server's objections to the team in the builder, and nothing is paid", async () => {
    const { answers } = payingServer({
      reserved: () => {
        throw refusal('SQUAD_INVALID', 'This team breaks the rules.');
      },
    });
    const { host } = await openBuilder({ game: paidGame, state: seasonState, answers });
    press('Random Pick');
    press('Create Team');
    await stepIs('confirm');
    payFee();
    await said('This team breaks the rules.');
    expect(host.transfers.requested).toEqual([]);
  });

  it('continues a sent payment after a reload', async () => {
    paymentRecords.save(buildSent());
    const { answers } = payingServer({ joins: ['pending', 'joined'] });
    const { host } = await openBuilder({ game: paidGame, state: seasonState, answers });
    await said('Payment being confirmed');
    await waitFor(() => expect(host.visits).toEqual([{ to: '/my-team' }]));
    expect(host.transfers.requested).toEqual([]);
  });
});
