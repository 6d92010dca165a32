import { act, screen, waitFor, within } from '@testing-library/react';
import { fakeHash } from '@touchline/host/testing/fake-transfers';
import { describe, expect, it } from 'vitest';
import { buildGame } from '../testing/fixtures.ts';
import { fillLocalStorage } from '../testing/full-storage.ts';
import { dialog, openBuilder, press } from '../testing/open-builder.tsx';
import {
  apiError,
  buildSent,
  createPaymentServer,
  findText,
  paidGame,
  pressPayFee,
  storedPayments,
  storePayment,
  TEAM_NAME,
  waitForStep,
} from '../testing/open-payment.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

const cup = buildGame(8, 1, { game_type: 'TOURNAMENT', name: 'Friday Night Cup', entry_fee: '1000' });
const seasonState = { gameMode: 'season', gameId: paidGame.id };
const cupState = { gameMode: 'tournament', selectedTournament: { id: cup.id, name: cup.name } };

resetBetweenTests();

describe('builder of a game with an entry fee', () => {
  it('BUILD-09, PAY-01, BUILD-06, BUILD-36 a season team is paid, joins with its hash and opens My Teams', async () => {
    const server = createPaymentServer();
    const { host, joins } = await openBuilder({
      game: paidGame,
      state: seasonState,
      responses: server.responses,
    });
    expect(screen.getByText('Payment Required')).toBeTruthy();
    press('Random Pick');
    press('Create Team');
    const shown = within(await dialog());
    expect(shown.getByText(TEAM_NAME)).toBeTruthy();
    expect(server.joined).toEqual([]);
    pressPayFee();
    await waitForStep('success');
    await waitFor(() => expect(host.visits).toEqual([{ to: '/my-team', replace: true }]));
    expect(server.joined).toHaveLength(1);
    expect(server.joined[0]?.body).toMatchObject({ team_name: TEAM_NAME, transaction_hash: fakeHash(1) });
    // BUILD-36: the game id identifies the season game, weekly game or tournament.
    expect(server.joined[0]?.params).toEqual({ id: paidGame.id });
    expect(server.joined.map(({ body }) => (body as { roster: number[] }).roster.length)).toEqual([15]);
    expect(joins).toEqual([]);
    expect(host.notices.at(-1)).toMatchObject({ kind: 'success', title: 'Team created' });
    expect(storedPayments()).toEqual([]);
  });

  it('PAY-01 a tournament team opens the payment', async () => {
    const { responses } = createPaymentServer({ game: cup });
    const { host } = await openBuilder({ game: cup, state: cupState, responses });
    press('Random Pick');
    press('Create Team');
    await waitForStep('confirm');
    expect((await dialog()).textContent).toContain('1,000 FOOTBALL');
    expect(host.transfers.requested).toEqual([]);
  });

  it('the builder shows why the server rejects a team, and nothing is paid', async () => {
    const { responses } = createPaymentServer({
      reserved: () => {
        throw apiError('SQUAD_INVALID', 'This team breaks the rules.');
      },
    });
    const { host } = await openBuilder({ game: paidGame, state: seasonState, responses });
    press('Random Pick');
    press('Create Team');
    await waitForStep('confirm');
    pressPayFee();
    await findText('This team breaks the rules.');
    expect(host.transfers.requested).toEqual([]);
  });

  it('a payment that does not fit into the storage is finished after the user has left the builder', async () => {
    const { responses, joined } = createPaymentServer({ joins: ['pending', 'joined'] });
    const { host } = await openBuilder({ game: paidGame, state: seasonState, responses });
    const setItem = fillLocalStorage();
    host.transfers.hold('sent');
    press('Random Pick');
    press('Create Team');
    await waitForStep('confirm');
    pressPayFee();
    await findText('Waiting for wallet confirmation...');
    act(() => host.navigate('/my-team'));
    await waitFor(() => expect(host.notices.at(-1)).toMatchObject({ title: 'Team created' }));
    expect(setItem).toHaveBeenCalledWith(expect.stringContaining(paidGame.id), expect.anything());
    const hashes = joined.map(({ body }) => (body as { transaction_hash: string }).transaction_hash);
    expect(hashes).toEqual([fakeHash(1), fakeHash(1)]);
    expect(host.transfers.requested).toHaveLength(1);
  });

  it('a sent payment continues after a reload', async () => {
    storePayment(buildSent());
    const { responses } = createPaymentServer({ joins: ['pending', 'joined'] });
    const { host } = await openBuilder({ game: paidGame, state: seasonState, responses });
    await findText('Payment being confirmed');
    await waitFor(() => expect(host.visits).toEqual([{ to: '/my-team', replace: true }]));
    expect(host.transfers.requested).toEqual([]);
  });
});
