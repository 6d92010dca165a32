import { expect, it } from 'vitest';
import { buildJoin } from '../testing/feed-builders.ts';
import { computeDigest } from './team.ts';

const team = buildJoin();

it.each<[string, object]>([
  ['name', { team_name: 'Another' }],
  ['roster', { roster: team.roster.toReversed() }],
  ['formation', { formation: '4-4-2' }],
  ['field', { field_players: team.field_players.toReversed() }],
  ['bench', { bench_players: team.bench_players.toReversed() }],
  ['captain', { captain_id: team.field_players[3] }],
  ['vice-captain', { vice_captain_id: team.field_players[3] }],
])('a team with another %s has another digest, and a payment hash changes none', (_field, changes) => {
  const digest = computeDigest(team);
  expect(computeDigest({ ...team, ...changes })).not.toBe(digest);
  expect(computeDigest({ ...team, transaction_hash: '0x1' } as typeof team)).toBe(digest);
});
