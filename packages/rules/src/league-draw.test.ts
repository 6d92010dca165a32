import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { drawLeague } from './league-draw.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const inNode = async (text: string) => hash(text);

const inBrowser = async (text: string) => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

const wallet = (digit: string) => `0x${digit.repeat(40)}`;
const FACTS = {
  league_id: '0d5e8a1c-7b52-4a34-9b0c-5cf1c2a6e111',
  members: ['c', 'A', 'b', 'e', 'd'].map(wallet),
  gameweek: 3,
  data_hash: 'f'.repeat(64),
};

it('game rule 9.11: the draw is repeated from its facts, in a browser as in Node', async () => {
  const sorted = ['a', 'b', 'c', 'd', 'e'].map(wallet);
  const seed = hash([FACTS.league_id, ...sorted, '3', FACTS.data_hash].join('\n'));
  const byHash = new Map(sorted.map((each) => [hash(`${seed}\n${each}`), each]));
  const members = [...byHash.keys()].sort().map((each) => byHash.get(each));
  expect(await drawLeague(FACTS, inNode)).toEqual({ seed, members });
  expect(await drawLeague(FACTS, inBrowser)).toEqual({ seed, members });
});

it('game rule 9.11: the order of joining does not change the draw', async () => {
  const reversed = { ...FACTS, members: FACTS.members.toReversed() };
  expect(await drawLeague(reversed, inNode)).toEqual(await drawLeague(FACTS, inNode));
});

it.each([
  ['the league', { league_id: '0d5e8a1c-7b52-4a34-9b0c-5cf1c2a6e112' }],
  ['a member', { members: [...FACTS.members.slice(1), wallet('9')] }],
  ['the first gameweek', { gameweek: 4 }],
  ['the football data', { data_hash: 'e'.repeat(64) }],
])('game rule 9.11: %s changes the seed of the draw', async (_, change) => {
  const [before, after] = [
    await drawLeague(FACTS, inNode),
    await drawLeague({ ...FACTS, ...change }, inNode),
  ];
  expect(after.seed).not.toBe(before.seed);
});

it('every member has the same chance of every place', async () => {
  const first = new Map<string, number>();
  for (let league = 0; league < 2_000; league++) {
    const { members } = await drawLeague({ ...FACTS, league_id: `league ${league}` }, inNode);
    first.set(members[0]!, (first.get(members[0]!) ?? 0) + 1);
  }
  for (const times of first.values()) expect(Math.abs(times - 400)).toBeLessThan(80);
});
