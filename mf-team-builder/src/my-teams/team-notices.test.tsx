import { screen } from '@testing-library/react';
import { myParticipations, type Participation } from '@touchline/api/http/entries';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect, it, onTestFinished, vi } from 'vitest';
import { buildGame, buildParticipation, NOW } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

const running = buildGame(3, -1);

function open(participations: Participation[]) {
  const mine = fakeResponse(myParticipations, { participations });
  openPage(createFakeHost({ user: fakeUser(), now: () => NOW, responses: [mine] }), '/my-team');
}

resetBetweenTests();

it('the card explains why a team has no rank while its payment is being checked again', async () => {
  open([buildParticipation(1, { game: running, suspended: true, rank: null })]);
  expect(await screen.findByText('Not in the rankings: your payment is being checked again')).toBeTruthy();
});

it('the card of a settled game explains that the payment was not on the chain in time', async () => {
  const prizes = { ...running.prizes, state: 'SETTLED' as const };
  const game = { ...running, status: 'COMPLETED' as const, prizes };
  open([buildParticipation(1, { game, suspended: true, rank: null })]);
  expect(await screen.findByText(/rankings: your payment was not on the chain in time$/)).toBeTruthy();
});

it('the card of a game that was paid twice shows the refund of the second payment', async () => {
  const refund = { reason: 'NO_RESERVATION', amount: '1000', state: 'DUE', transaction_hash: null } as const;
  open([buildParticipation(1, { game: running, refunds: [refund] })]);
  expect(await screen.findByText(/^You will get 1,000 FOOTBALL back: you had already paid\./)).toBeTruthy();
});

it('two equal refunds are two lines', async () => {
  const log = vi.spyOn(console, 'error');
  onTestFinished(() => log.mockRestore());
  const refund = { reason: 'NO_RESERVATION', amount: '1000', state: 'DUE', transaction_hash: null } as const;
  open([buildParticipation(1, { game: running, refunds: [refund, refund] })]);
  expect(await screen.findAllByText(/^You will get 1,000 FOOTBALL back: /)).toHaveLength(2);
  expect(log).not.toHaveBeenCalled();
});

it('the card shows why an administrator excluded a team from the rankings', async () => {
  open([buildParticipation(1, { game: running, excluded_reason: 'two accounts', rank: null })]);
  expect(await screen.findByText('Not in the rankings: two accounts')).toBeTruthy();
});
