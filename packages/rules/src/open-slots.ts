import { fixturesByPlayer } from './counting.ts';
import type { PublishedProof } from './lineup-proof.ts';
import type { PublishedGameweek } from './result-document.ts';
import { prepareGameweek } from './result-points.ts';
import type { LineupProblem } from './verify-lineup.ts';

/** Finds which players were locked at a time (epoch ms), from the football data of a settled gameweek. */
export function findLockedAt(
  gameweek: PublishedGameweek,
  players: readonly number[],
  time: number,
): Set<number> {
  const { fixtures, clubs, scores } = prepareGameweek(gameweek);
  const own = new Map(players.map((player) => [player, clubs.get(player) ?? 0]));
  const matches = fixturesByPlayer(own, fixtures, scores, true);
  return new Set(
    players.filter((player) =>
      matches.get(player)!.some(({ kickoff }) => kickoff !== null && kickoff <= time),
    ),
  );
}

/**
 * Verifies that the kick-off roots of a settled gameweek open all players of the final lineup who were locked at them (game rules 10).
 * A sealed slot could hide that a locked player was moved or replaced.
 */
export function verifyOpenSlots({ locks }: PublishedProof, data: PublishedGameweek): LineupProblem[] {
  const own = locks.filter(({ gameweek }) => gameweek === data.gameweek);
  const players = own.find(({ final }) => final)?.slots.map(({ player }) => player) ?? [];
  return own
    .filter(({ version, final }) => version !== null && !final)
    .flatMap((lock) => {
      const locked = findLockedAt(data, players, Date.parse(lock.locks_at));
      for (const { player } of lock.slots) locked.delete(player);
      return [...locked].map((player) => ({
        lock,
        slot: null,
        text: `player ${player} was locked and is in no open slot`,
      }));
    });
}
