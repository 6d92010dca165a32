import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { updatePrizePlan } from '@touchline/api/http/admin-prizes';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it, vi } from 'vitest';
import { press } from '../testing/fake-payouts.ts';
import { buildPlan, createFakeServer, openPrizes } from '../testing/fake-prizes.ts';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Opens the plan on a server that rejects its change. */
async function openPlan(server: ReturnType<typeof createFakeServer>, error: TouchlineError) {
  const reject = fakeResponse(updatePrizePlan, () => {
    throw error;
  });
  await openPrizes([...server.responses, reject]);
  fireEvent.click(await screen.findByLabelText('Prize plan of Friday Cup'));
  await screen.findByLabelText('Announced prizes');
}
async function save() {
  type(/^Reason/, 'Sponsor');
  await press('Change prize plan');
}

it('a rejected field and the form show the error of the server until the plan is edited', async () => {
  const details = [{ path: 'guarantee', message: 'The guarantee is too large.' }];
  const error = new TouchlineError('VALIDATION_FAILED', 'Invalid input', { details });
  await openPlan(createFakeServer(), error);
  type(/^Guarantee/, '999');
  await save();
  expect(await screen.findAllByText(details[0]!.message)).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>(/^Guarantee/).value).toBe('999');
  type(/^Guarantee/, '99');
  await waitFor(() => expect(screen.queryByText(details[0]!.message)).toBeNull());
});

it('a plan that became fixed is explained and can no longer be changed', async () => {
  const server = createFakeServer();
  await openPlan(server, new TouchlineError('PRIZE_PLAN_FIXED', 'A player has already joined.'));
  type(/^Guarantee/, '300');
  server.plan = buildPlan({ fixed: true });
  await save();
  expect(await screen.findByText('The plan is fixed')).toBeTruthy();
  expect(screen.queryByText('Change prize plan')).toBeNull();
});
