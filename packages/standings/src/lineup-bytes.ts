import type { FormationName } from '@touchline/rules/formations';
import type { LegalLineup } from '@touchline/rules/lineup';

const FIELD = 11;
/** Players of a lineup, which are its first numbers. */
export const TEAM_SIZE = 15;
/** Indices of the numbers after the team; formation and bench positions are stored as decimal digits. */
export const [CAPTAIN, VICE, FORMATION, BENCH, NUMBERS] = [15, 16, 17, 18, 19] as const;
const BYTES_PER_NUMBER = 2;

/**
 * Packs a lineup into its stored format; feed ids are below 65,536.
 * @throws RangeError for a lineup that could not be unpacked, which would break every load of the game
 */
export function packLineup(lineup: LegalLineup): Buffer {
  const { formation, field, bench, bench_positions, captain_id, vice_captain_id } = lineup;
  const bytes = Buffer.alloc(NUMBERS * BYTES_PER_NUMBER);
  const digits = [Number(formation.replaceAll('-', '')), Number(bench_positions.join(''))];
  const numbers = [...field, ...bench, captain_id, vice_captain_id, ...digits];
  if (numbers.length !== NUMBERS) throw new RangeError(`lineup has ${numbers.length} numbers`);
  for (const id of [captain_id, vice_captain_id])
    if (!field.includes(id)) throw new RangeError(`player ${id} wears an armband and is not on the field`);
  for (const [place, number] of numbers.entries()) bytes.writeUInt16BE(number, place * BYTES_PER_NUMBER);
  return bytes;
}

/** Unpacks a stored lineup. */
export function unpackLineup(bytes: Buffer): LegalLineup {
  const at = (place: number) => bytes.readUInt16BE(place * BYTES_PER_NUMBER);
  const team = Array.from({ length: TEAM_SIZE }, (_, place) => at(place));
  return {
    formation: parseFormation(at(FORMATION)),
    field: team.slice(0, FIELD),
    bench: team.slice(FIELD),
    bench_positions: [...String(at(BENCH))].map(Number),
    captain_id: at(CAPTAIN),
    vice_captain_id: at(VICE),
  };
}

/** Converts 343 to `3-4-3`. */
export const parseFormation = (digits: number) => [...String(digits)].join('-') as FormationName;
