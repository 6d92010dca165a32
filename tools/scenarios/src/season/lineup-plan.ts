import type { ArchivePlayer, SeasonArchive } from '@touchline/season-replay/archive/archive';
import type { ExpectedSquad } from './expected.ts';

/** Finds the players of a squad in the archive. */
export function findSquad(archive: SeasonArchive, { players }: ExpectedSquad): ArchivePlayer[] {
  return players.map(({ element }) => {
    const found = archive.players.find((player) => player.id === element);
    if (found === undefined) throw new Error(`the season has no player ${element}`);
    return found;
  });
}

/** A lineup: field in slot order, bench with the goalkeeper first. */
export interface PlannedLineup {
  formation: string;
  field: ArchivePlayer[];
  bench: ArchivePlayer[];
  captain: ArchivePlayer;
  vice: ArchivePlayer;
}

const FORMATIONS = ['4-4-2', '3-5-2', '5-4-1', '4-3-3', '5-3-2', '3-4-3', '4-5-1'];

/**
 * Plans the lineup of a squad for its n-th edit. Formation, goalkeeper, eleven, captain and bench order change every time.
 */
export function planLineup(squad: readonly ArchivePlayer[], turn: number): PlannedLineup {
  const formation = FORMATIONS[turn % FORMATIONS.length] ?? '4-4-2';
  const starters = [1, ...formation.split('-').map(Number)];
  const rows = [1, 2, 3, 4].map((position) =>
    rotate(
      squad.filter((player) => player.position === position),
      turn,
    ),
  );
  const field = rows.flatMap((row, index) => row.slice(0, starters[index]));
  const [keeper = [], ...outfield] = rows.map((row, index) => row.slice(starters[index]));
  const captain = field[(turn * 4 + 1) % field.length];
  const vice = field[(turn * 4 + 6) % field.length];
  if (field.length !== 11 || captain === undefined || vice === undefined)
    throw new Error('a squad needs 2 GK, 5 DEF, 5 MID and 3 FWD');
  return { formation, field, bench: [...keeper, ...rotate(outfield.flat(), turn)], captain, vice };
}

function rotate<T>(items: readonly T[], by: number): T[] {
  const first = by % Math.max(1, items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}
