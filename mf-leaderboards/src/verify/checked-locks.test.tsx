import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildProof } from '../testing/proofs.ts';
import { CheckedLocks } from './CheckedLocks.tsx';
import type { CheckedLineup } from './check-lineup.ts';

afterEach(cleanup);

const { proof, root } = buildProof();
const CHECKED: CheckedLineup = {
  proof,
  gameweeks: [1],
  problems: [],
  isSettled: true,
  signatures: [],
  points: [],
  unproven: [],
  names: new Map(),
};

it('a team that was confirmed after all lock roots of a settled game waits for none', () => {
  render(<CheckedLocks {...CHECKED} proof={{ ...proof, locks: [] }} unproven={[root]} />);
  expect(
    screen.getByText(/confirmed after the lock roots of its game, so none contains the team/),
  ).toBeTruthy();
  expect(screen.queryByText(/Nothing to verify yet/)).toBeNull();
});

it('lock roots from before the confirmation of a payment are listed and contradict nothing', () => {
  render(<CheckedLocks {...CHECKED} gameweeks={[1, 2]} unproven={[root, root]} />);
  expect(screen.getByText('Slots, commitments and lock roots agree.')).toBeTruthy();
  expect(screen.getByText('Verified: 2 gameweeks of the settled game.')).toBeTruthy();
  expect(screen.getByText(/payment was confirmed after 2 lock roots.*, which prove nothing/)).toBeTruthy();
  cleanup();
  render(<CheckedLocks {...CHECKED} unproven={[root]} />);
  expect(screen.getByText(/confirmed after the lock root of .*, which proves nothing/)).toBeTruthy();
});
