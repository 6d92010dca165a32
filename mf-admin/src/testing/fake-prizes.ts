import { fireEvent, screen } from '@testing-library/react';
import {
  type AdminPrizePlan,
  type AdminSettlement,
  approveFunding,
  approveSettlement,
  getPrizePlan,
  getSettlement,
  getSettlementFunding,
  listSettlements,
  listUnpaidPrizes,
  type PrizeDifference,
} from '@touchline/api/http/admin-prizes';
import { type Reserves, reserves } from '@touchline/api/http/reserves';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeId, fakePrizes } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { ADMIN, buildGame, openAdmin } from './open-admin.tsx';

const AT = '2026-09-01T12:00:20.000Z';
export const tokens = (amount: number) => `${amount}${'0'.repeat(18)}`;

export const buildSettlement = (changes: Partial<AdminSettlement> = {}): AdminSettlement => ({
  game_id: buildGame().id,
  game_name: 'Friday Cup',
  version: '1',
  prizes: fakePrizes({ state: 'REVIEW' }),
  entries: 12,
  winners: 250,
  review_ends_at: '2026-09-02T12:00:20.000Z',
  settled_at: null,
  corrections: 0,
  moved: '0',
  approval_needed: false,
  approved_by: null,
  root: null,
  funding: null,
  funding_seen: false,
  funding_problem: null,
  refill_due: null,
  funding_approval_needed: false,
  funding_approved_by: null,
  funding_unapproved: false,
  prizes_paid: 0,
  ...changes,
});

export const buildSettled = (changes: Partial<AdminSettlement> = {}) =>
  buildSettlement({
    prizes: fakePrizes({ state: 'SETTLED' }),
    review_ends_at: null,
    settled_at: AT,
    root: `0x${'a'.repeat(64)}`,
    ...changes,
  });

export const buildFunded = () =>
  buildSettled({
    prizes: fakePrizes({ state: 'FUNDED' }),
    funding: { transaction_hash: `0x${'b'.repeat(64)}`, claims_open_at: AT },
  });

export const buildDifference = (): PrizeDifference => ({
  participation_id: fakeId(2, 1),
  wallet_address: FAKE_ADDRESS,
  team_name: 'Onion Bag',
  rank_before: 3,
  rank_after: 1,
  amount_before: '0',
  amount_after: tokens(130),
});

export const buildPlan = (changes: Partial<AdminPrizePlan> = {}): AdminPrizePlan => ({
  game_id: buildGame().id,
  version: '4',
  prizes: fakePrizes(),
  rows: [],
  fixed: false,
  tokens: [fakePrizes().token, { address: `0x${'e'.repeat(40)}`, symbol: 'FOOTBALL', decimals: 18 }],
  closed_because: null,
  ...changes,
});

export const buildReserves = (assets: string, owed: string): Reserves => ({
  computed_at: AT,
  chain_id: 480,
  block: 1234,
  tokens: [
    {
      token: fakePrizes().token,
      balances: [{ account: 'TREASURY', address: FAKE_ADDRESS, balance: assets }],
      assets,
      liabilities: [{ kind: 'PRIZES', amount: owed }],
      owed,
      ratio: Number((BigInt(assets) * 10_000n) / BigInt(owed)) / 10_000,
    },
  ],
  covered: BigInt(assets) >= BigInt(owed),
});

/** Fake server with one settlement and one prize plan. */
export function createFakeServer(settlement = buildSettlement(), differences: PrizeDifference[] = []) {
  const server = {
    settlement,
    plan: buildPlan(),
    approvals: [] as unknown[],
    approver: ADMIN,
    revoke: null as { to: string; data: string } | null,
  };
  const claim = {
    chain_id: 480,
    vault: `0x${'c'.repeat(40)}`,
    game_key: `0x${'1'.repeat(64)}`,
    index: 7,
    account: FAKE_ADDRESS,
    amount: tokens(70),
    proof: [],
  };
  const call = { to: claim.vault, data: '0x' };
  const responses = [
    fakeResponse(listSettlements, () => ({ settlements: [server.settlement], next: null, total: 1 })),
    fakeResponse(getSettlement, () => ({
      settlement: server.settlement,
      differences,
      revoke: server.revoke,
    })),
    fakeResponse(getPrizePlan, () => ({ plan: server.plan })),
    fakeResponse(reserves, buildReserves(tokens(300), tokens(200))),
    fakeResponse(getSettlementFunding, () => ({
      ...claim,
      sender: FAKE_ADDRESS,
      token: server.settlement.prizes.token,
      root: server.settlement.root ?? '',
      total: server.settlement.prizes.pool,
      approve: { to: server.settlement.prizes.token.address, data: `0x095ea7b3${'2'.repeat(128)}` },
      settle: { ...call, data: `0x${'3'.repeat(72)}` },
      refill: server.settlement.refill_due === null ? null : { ...call, data: `0x${'4'.repeat(72)}` },
    })),
    fakeResponse(listUnpaidPrizes, { claims: [claim], call, next: null, total: 250, amount: tokens(200) }),
    fakeResponse(approveFunding, ({ body }) => {
      server.approvals.push(body);
      const { approved } = body as { approved: boolean };
      const by = approved ? server.approver : null;
      server.settlement = {
        ...server.settlement,
        funding_approval_needed: !approved,
        funding_approved_by: by,
      };
      return { settlement: server.settlement };
    }),
    fakeResponse(approveSettlement, ({ body }) => {
      server.approvals.push(body);
      server.settlement = { ...server.settlement, approval_needed: false, approved_by: FAKE_ADDRESS };
      return { settlement: server.settlement };
    }),
  ];
  return Object.assign(server, { responses });
}

/** Opens the section "Prizes". */
export async function openPrizes(responses: Parameters<typeof openAdmin>[0]) {
  const host = openAdmin(responses);
  fireEvent.click(screen.getByLabelText('Prizes'));
  await screen.findByText('Settlements');
  return host;
}

/** Opens the details of the settlement. */
export async function openSettlement(responses: Parameters<typeof openAdmin>[0]) {
  const host = await openPrizes(responses);
  fireEvent.click(await screen.findByLabelText('Details of Friday Cup'));
  await screen.findByText('Winners', { selector: 'dt' });
  return host;
}
