import { sessionEnded, walletEnded } from '@touchline/api/events/auth';
import { describe, expect, test } from 'vitest';
import { createEndedSessions } from './ended-sessions.ts';

const ALICE = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const MINUTE = 60_000;
const user = (session_id: string, signed_in_at: number, wallet_address = ALICE) => ({
  session_id,
  signed_in_at,
  wallet_address,
  isAdmin: false,
});

describe('S11 ended sessions', () => {
  test('a session ends without affecting other sessions', () => {
    const ended = createEndedSessions();
    ended.apply(sessionEnded.subject, { session: 'a' });
    expect([ended.has(user('a', 1)), ended.has(user('b', 1))]).toEqual([true, false]);
  });

  test('a wallet event ends all sessions started up to its time, and none started later', () => {
    const ended = createEndedSessions();
    ended.apply(walletEnded.subject, { wallet: ALICE, before: 1_000 });
    ended.apply(walletEnded.subject, { wallet: ALICE, before: 400 }); // delivered late
    expect([999, 1_000, 1_001].map((at) => ended.has(user('a', at)))).toEqual([true, true, false]);
    expect(ended.has(user('a', 1, '0xdd'))).toBe(false);
  });

  test('an ended session is removed once its access tokens have expired', () => {
    let now = 0;
    const ended = createEndedSessions(() => now);
    ended.apply(sessionEnded.subject, { session: 'a' });
    now = 10 * MINUTE;
    ended.apply(sessionEnded.subject, { session: 'b' });
    now = 15 * MINUTE;
    ended.apply(sessionEnded.subject, { session: 'c' });
    expect(ended.has(user('a', 1))).toBe(true);
    now = 17 * MINUTE;
    ended.apply(sessionEnded.subject, { session: 'd' });
    expect(['a', 'b', 'c', 'd'].map((id) => ended.has(user(id, 1)))).toEqual([false, true, true, true]);
  });

  test.each([
    [sessionEnded.subject, {}],
    [walletEnded.subject, { wallet: ALICE }],
    [walletEnded.subject, null],
    ['games.game.changed', { session: 'a' }],
  ])('%s with %j changes nothing', (subject, payload) => {
    const ended = createEndedSessions();
    ended.apply(subject, payload);
    expect(ended.has(user('a', 0))).toBe(false);
  });
});
