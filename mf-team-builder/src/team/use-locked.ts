import type { ParticipationDetails } from '@touchline/api/http/entries';
import { useHost } from '@touchline/host/host';
import { useEffect, useState } from 'react';
import { findLockedPlayers, findNextLock } from './locks.ts';

/** The longest timer delay that browsers support. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Returns the ids of the players who are locked now for edits from a gameweek, updated as matches kick off. */
export function useLocked(team: ParticipationDetails, from = team.edit_gameweek): ReadonlySet<number> {
  const { now } = useHost().api;
  const [time, setTime] = useState(now);
  const next = findNextLock(team, from, time);
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(() => setTime(now()), Math.min(Math.max(next - now(), 0) + 50, MAX_TIMEOUT_MS));
    return () => clearTimeout(timer);
  }, [next, now]);
  return findLockedPlayers(team, from, now());
}
