import type { FormationName } from '@touchline/rules/formations';

/** What a team chose, with the positions of the bench as the roster had them. */
export interface ChosenLineup {
  formation: FormationName;
  field: number[];
  bench: number[];
  bench_positions: number[];
  captain_id: number;
  vice_captain_id: number;
}

const FIELD = 11;
/** Players of a lineup: the first numbers of its bytes. */
export const TEAM_SIZE = 15;
/** Where the bytes of a lineup have what follows the team, in numbers of two bytes; the formation and the bench as digits. */
export const [CAPTAIN, VICE, FORMATION, BENCH, NUMBERS] = [15, 16, 17, 18, 19] as const;
const BYTES_PER_NUMBER = 2;

/**
 * A lineup as it is stored; feed ids are below 65,536.
 * @throws RangeError for what could not be read again: every reader of the game would meet it
 */
export function packLineup(lineup: Readonly<ChosenLineup>): Buffer {
  const { formation, field, bench, bench_positions, captain_id, vice_captain_id } = lineup;
  const bytes = Buffer.alloc(NUMBERS * BYTES_PER_NUMBER);
  const digits = [Number(formation.replaceAll('-', '')), Number(bench_positions.join(''))];
  const numbers = [...field, ...bench, captain_id, vice_captain_id, ...digits];
  if (numbers.length !== NUMBERS) throw new RangeError(`a lineup of ${numbers.length} numbers`);
  for (const id of [captain_id, vice_captain_id])
    if (!field.includes(id)) throw new RangeError(`player ${id} wears an armband and is not on the field`);
  for (const [place, number] of numbers.entries()) bytes.writeUInt16BE(number, place * BYTES_PER_NUMBER);
  return bytes;
}

/** A lineup from its bytes. */
export function unpackLineup(bytes: Buffer): ChosenLineup {
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

/** `3-4-3` for 343. */
export const parseFormation = (digits: number) => [...String(digits)].join('-') as FormationName;
