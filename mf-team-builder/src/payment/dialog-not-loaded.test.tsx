import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openBuilder, press } from '../testing/open-builder.tsx';
import { createPaymentServer, paidGame, storedPayments } from '../testing/open-payment.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

// Thrown when the dialog is read, because a helper of this test imports its module.
vi.mock('./PaymentDialog.tsx', () => ({
  get PaymentDialog() {
    throw new Error('Loading chunk failed');
  },
}));

resetBetweenTests();

it('nothing is reserved or paid if the payment cannot be shown, and the team is kept', async () => {
  const server = createPaymentServer();
  const state = { gameMode: 'season', gameId: paidGame.id };
  const { host, joins } = await openBuilder({ game: paidGame, state, responses: server.responses });
  press('Random Pick');
  press('Create Team');
  await waitFor(() =>
    expect(host.notices.at(-1)).toMatchObject({
      kind: 'error',
      message: "The payment couldn't be opened. Check your connection and try again.",
    }),
  );
  expect([host.transfers.requested, server.joined, joins, storedPayments()]).toEqual([[], [], [], []]);
  expect(document.body.textContent).toContain('15/15');
});
