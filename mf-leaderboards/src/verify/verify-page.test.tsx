import { cleanup, fireEvent, screen } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { bootstrap } from '@touchline/api/http/fpl';
import { gameResult } from '@touchline/api/http/results';
import {
  type LineupProof,
  type LockRoot,
  lineupProof,
  lockRoots,
  receiptKeys,
} from '@touchline/api/http/seals';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { commitLineup, toHex } from '@touchline/rules/lineup-commitment';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { buildProof, GAME, KEY, sha256, slots, TEAM, version } from '../testing/proofs.ts';

const NOT_SETTLED = new TouchlineError('NOT_FOUND', 'not settled');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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

/** Builds the receipt of a version, with an invalid signature. */
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
    expect(screen.getByText(/^Verified so far: gameweek 1\./)).toBeTruthy();
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
    ['an invalid signature', {}, 'The signature of the receipt is wrong.'],
    ['a receipt of another team', { participation_id: fakeId(2, 2) }, /receipt is of another team/],
  ])('%s contradicts the proof', async (_what, changes, text) => {
    const { proof, root } = buildProof();
    open(proof, root);
    await paste([buildReceipt({}), buildReceipt({}, changes)]);
    expect(await screen.findByText('This lineup contradicts its proof.')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText(/This browser cannot check/)).toBeNull();
  });

  it('a receipt with a key that the service does not publish is not called a forgery', async () => {
    const { proof, root } = buildProof();
    open(proof, root);
    const { commitment } = buildReceipt({});
    const signature = [{ kid: 'other' }, { root: commitment }, {}].map((part) => btoa(JSON.stringify(part)));
    await paste([buildReceipt({}, { signature: signature.join('.') })]);
    expect(await screen.findByText(/signed with a key that this service does not publish/)).toBeTruthy();
    expect(screen.queryByText(/signature of the receipt is wrong/)).toBeNull();
    expect(screen.getByText('Slots, commitments and lock roots agree.')).toBeTruthy();
  });

  it('a text that is no receipt is rejected with a hint', async () => {
    const { proof, root } = buildProof();
    open(proof, root);
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'my lineup' } });
    await verify();
    expect(await screen.findByText(/neither a receipt nor the id of a team/)).toBeTruthy();
  });
});
