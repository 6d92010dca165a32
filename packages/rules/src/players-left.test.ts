import { expect, it } from 'vitest';
import { formatPlayersLeft } from './players-left.ts';

const match = (started: boolean, over: boolean, counts = true) => ({ started, over, counts });
const player = (...fixtures: ReturnType<typeof match>[]) => ({ fixtures });

it('formatPlayersLeft counts each player once, as playing or to come, in matches that count', () => {
  const waits = player(match(false, false));
  const plays = player(match(true, false));
  const done = player(match(true, true));
  const double = player(match(true, true), match(false, false));
  const late = player(match(true, false, false));
  expect(formatPlayersLeft([waits, plays, done, double, late])).toBe('1 playing, 2 to come');
  expect(formatPlayersLeft([waits])).toBe('1 to come');
  expect(formatPlayersLeft([done, late])).toBeNull();
});
