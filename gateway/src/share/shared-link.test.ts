import { expect, test } from 'vitest';
import { GAME, TEAM } from '../testing/fake-games.ts';
import { parseSharedLink } from './shared-link.ts';

test.each([
  [`/team-view/${TEAM}`, { kind: 'team', id: TEAM }],
  [`/rankings?game=${GAME}&team=${TEAM}`, { kind: 'team', id: TEAM }],
  [`/rankings?game=${GAME.toUpperCase()}`, { kind: 'game', id: GAME }],
  [`/tournament-select?game=${GAME}`, { kind: 'game', id: GAME }],
  [`/games/${GAME}`, { kind: 'game', id: GAME }],
  [`/results/${GAME}`, { kind: 'game', id: GAME }],
  ['/results/mine', null],
  ['/games', null],
  ['/leagues/join/abcd-efgh', { kind: 'league', id: 'ABCDEFGH' }],
  ['/leagues/join/ABC', null],
  ['/leagues/join', null],
  [`/leagues/${TEAM}`, null],
  ['/rankings?game=../../x', null],
  ['/team-view/1', null],
  ['/fixtures', null],
])('the link %s is parsed', (path, link) => {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  expect(parseSharedLink(pathname, searchParams)).toEqual(link);
});
