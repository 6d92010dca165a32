import { createHash } from 'node:crypto';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { bootstrap } from '@touchline/api/http/fpl';
import { gameResult, gameResultGameweek } from '@touchline/api/http/results';
import {
  type LineupProof,
  type LockRoot,
  lineupProof,
  lockRoots,
  receiptKeys,
} from '@touchline/api/http/seals';
import type { Host } from '@touchline/host/host';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import {
  commitLineup,
  computePathRoot,
  computeSalts,
  type LineupSlot,
  toHex,
} from '@touchline/rules/lineup-commitment';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { checkLineup } from './check-lineup.ts';

const TEAM = fakeId(2, 1);
const GAME = fakeId(1, 1);
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const KEY = new Uint8Array(32).fill(7);
const NOT_SETTLED = new TouchlineError('NOT_FOUND', 'not settled');
const version = { gameweek: 1, number: 1, saved_at: Date.UTC(2031, 7, 1) };
const slots: LineupSlot[] = Array.from({ length: 15 }, (_, slot) => ({
  slot,
  player: 100 + slot,
  position: 2,
  armband: slot === 3 ? 'captain' : slot === 4 ? 'vice_captain' : null,
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Builds the proof of a team alone in its tree, with three open slots. */
function buildProof(): { proof: LineupProof; root: LockRoot } {
  const identity = { participation_id: TEAM, ordinal: 1, ...version };
  const { commitment, leaves } = commitLineup(sha256, KEY, identity, slots);
  const path: Uint8Array[] = [];
  let zero: Uint8Array = new Uint8Array(32);
  for (let level = 0; level < 10; level += 1) {
    path.push(zero);
    zero = sha256(Buffer.concat([zero, zero]));
  }
  const root = {
    gameweek: 1,
    locks_at: '2031-08-02T12:00:00.000Z',
    final: false,
    root: toHex(computePathRoot(sha256, commitment, 0, path)),
    entries: 1,
  };
  const open = slots
    .slice(2, 5)
    .map((slot) => ({ ...slot, salt: toHex(computeSalts(sha256, KEY)[slot.slot]!) }));
  const lock = {
    ...root,
    version,
    commitment: toHex(commitment),
    path: path.map(toHex),
    leaves: leaves.map(toHex),
    slots: open,
  };
  return {
    proof: { game_id: GAME, participation_id: TEAM, ordinal: 1, team_name: 'Dark Horses', locks: [lock] },
    root,
  };
}

function open(
  proof: LineupProof,
  root: LockRoot,
  { other = proof, failure = NOT_SETTLED }: { other?: LineupProof; failure?: TouchlineError } = {},
): void {
  const host = createFakeHost({
    responses: [
      fakeResponse(lineupProof, ({ query }) => (query?.gameweek === undefined ? proof : other)),
      fakeResponse(lockRoots, { roots: [{ ...root, computed_at: root.locks_at }] }),
      fakeResponse(receiptKeys, { keys: [] }),
      fakeResponse(gameResult, () => {
        throw failure;
      }),
      fakeResponse(bootstrap, () => {
        throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'no feed');
      }),
    ],
  });
  openPage(host, `/verify?team=${TEAM}`);
}

/** Builds the receipt of a version, with a signature that is none. */
function buildReceipt(changes: Partial<typeof version>, others: object = {}) {
  const saved = { ...version, ...changes };
  const identity = { participation_id: TEAM, ordinal: 1, ...saved };
  const { commitment } = commitLineup(sha256, KEY, identity, slots);
  return {
    game_id: GAME,
    participation_id: TEAM,
    ordinal: 1,
    version: saved,
    commitment: toHex(commitment),
    key: toHex(KEY),
    slots,
    batch: { index: 0, path: [] },
    signature: 'x',
    ...others,
  };
}

async function paste(receipts: readonly object[]) {
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: JSON.stringify(receipts) } });
  await verify();
}

const verify = async () => fireEvent.click(await screen.findByRole('button', { name: 'Verify' }));

describe('the page that verifies a lineup', () => {
  it('a correct proof is confirmed, with its open slots and without its sealed ones', async () => {
    const { proof, root } = buildProof();
    open(proof, root);
    await verify();
    expect(await screen.findByText('Slots, commitments and lock roots agree.')).toBeTruthy();
    expect(screen.getByText('Player 103 (captain)')).toBeTruthy();
    expect(screen.getAllByText('Sealed')).toHaveLength(12);
    expect(screen.getByText('Lock root of 1 entry')).toBeTruthy();
  });

  it('a result that does not load is an error, and not a game without a result', async () => {
    const { proof, root } = buildProof();
    open(proof, root, { failure: new TouchlineError('NETWORK_ERROR', 'no connection') });
    await verify();
    expect(await screen.findByText(/^The proof could not be loaded\./)).toBeTruthy();
    expect(screen.queryByText('Slots, commitments and lock roots agree.')).toBeNull();
  });

  it('a slot that was changed after the lock is named', async () => {
    const { proof, root } = buildProof();
    const changed = slots.map((slot) => (slot.slot === 2 ? { ...slot, player: 300 } : slot));
    const { leaves } = commitLineup(sha256, KEY, { participation_id: TEAM, ordinal: 1, ...version }, changed);
    const [lock] = proof.locks;
    lock!.leaves = leaves.map(toHex);
    Object.assign(lock!.slots[0]!, { player: 300 });
    open(proof, root);
    await verify();
    expect(await screen.findByText('This lineup contradicts its proof.')).toBeTruthy();
    expect(screen.getByText(/slot 3: the slot was changed after the lock/)).toBeTruthy();
    expect(screen.getByText('Player 300').getAttribute('data-tone')).toBe('danger');
  });

  it('receipts of several gameweeks are checked against the lock roots of each', async () => {
    const { proof, root } = buildProof();
    const none = { ...proof, locks: [] };
    open(none, root, { other: proof });
    await paste([buildReceipt({ number: 2, saved_at: version.saved_at + 1 })]);
    expect(await screen.findByText('This lineup contradicts its proof.')).toBeTruthy();
    expect(screen.getByText(/saved before and is missing/)).toBeTruthy();
  });

  it('a published lock root that the proof leaves out contradicts it', async () => {
    const { proof, root } = buildProof();
    open({ ...proof, locks: [] }, root);
    await verify();
    expect(await screen.findByText('This lineup contradicts its proof.')).toBeTruthy();
    expect(screen.getByText(/: the proof leaves out this lock root$/)).toBeTruthy();
    expect(screen.queryByText(/^Nothing to verify yet/)).toBeNull();
  });

  it('a team that is in no lock root yet is neither confirmed nor contradicted', async () => {
    const { proof, root } = buildProof();
    open({ ...proof, locks: [] }, { ...root, entries: 0 });
    await verify();
    expect((await screen.findByText(/^Nothing to verify yet/)).dataset.tone).toBeUndefined();
  });

  it('a chosen file is verified like a pasted receipt', async () => {
    const { proof, root } = buildProof();
    open(proof, root);
    const file = new File([JSON.stringify([buildReceipt({})])], 'receipt.json', { type: 'application/json' });
    fireEvent.change(await screen.findByLabelText('Downloaded receipt'), { target: { files: [file] } });
    expect(await screen.findByText('The signature of the receipt is wrong.')).toBeTruthy();
    expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toContain(TEAM);
  });

  it('the proof of another team is not taken for the one of the requested team', async () => {
    const { proof, root } = buildProof();
    open({ ...proof, participation_id: fakeId(2, 2), locks: [] }, { ...root, entries: 0 });
    await verify();
    expect(await screen.findByText('This lineup contradicts its proof.')).toBeTruthy();
    expect(screen.getByText('The proof is of another team')).toBeTruthy();
  });

  it.each([
    ['a signature that is none', {}, 'The signature of the receipt is wrong.'],
    ['a receipt of another team', { participation_id: fakeId(2, 2) }, /receipt is of another team/],
  ])('%s contradicts the proof', async (_what, changes, text) => {
    const { proof, root } = buildProof();
    open(proof, root);
    await paste([buildReceipt({}), buildReceipt({}, changes)]);
    expect(await screen.findByText('This lineup contradicts its proof.')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText(/This browser cannot check/)).toBeNull();
  });

  it('a text that is no receipt is rejected with a hint', async () => {
    const { proof, root } = buildProof();
    open(proof, root);
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'my lineup' } });
    await verify();
    expect(await screen.findByText(/neither a receipt nor the id of a team/)).toBeTruthy();
  });
});

/** Checks the locks of a settled game whose data of each gameweek has these fixtures; returns the requested addresses as well. */
async function checkSettled(changes: readonly object[], fixtures: readonly object[] = []) {
  const { proof, root } = buildProof();
  const locks = changes.map((change) => ({ ...proof.locks[0]!, ...change }));
  const game = { start_time: '2031-08-01T12:00:00.000Z', end_time: '2031-08-20T12:00:00.000Z' };
  const data = new Map<unknown, object>([
    [lineupProof, { ...proof, locks }],
    [gameResult, { game, lock_roots: [root] }],
    [gameResultGameweek, { gameweek: 1, fixtures, clubs: [{ player: 103, club: 7 }], scores: [] }],
    [bootstrap, { players: [] }],
  ]);
  const api = { request: async (endpoint: unknown) => data.get(endpoint) } as unknown as Host['api'];
  const request = vi.fn(async (_url: string) => new Response(''));
  vi.stubGlobal('fetch', request);
  const { isSettled, problems } = await checkLineup({ api }, TEAM, []);
  expect(isSettled).toBe(true);
  return { texts: problems.map(({ text }) => text), urls: request.mock.calls.map(([url]) => url) };
}

it('the entry of a settled team is requested once for all gameweeks', async () => {
  const { texts, urls } = await checkSettled([1, 2].map((gameweek) => ({ gameweek, final: true })));
  // The response has no entry of this number.
  expect(texts).toContain('the result has another team at the number of the proof');
  expect(urls).toEqual([`/api/games/${GAME}/result/entries`]);
});

it('a locked player whose slot is sealed contradicts a settled proof', async () => {
  const match = { id: 1, kickoff: version.saved_at, home: 7, away: 8, started: true, over: true };
  const locked = 'player 103 was locked and is in no open slot';
  expect((await checkSettled([{}, { final: true }], [match])).texts).not.toContain(locked);
  expect((await checkSettled([{ slots: [] }, { final: true }], [match])).texts).toContain(locked);
});
