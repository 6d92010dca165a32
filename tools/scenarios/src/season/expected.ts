import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const substitution = z.object({ out: z.number(), in: z.number() });
const outcome = z.object({
  substitutions: z.array(substitution),
  final_eleven: z.array(z.number()),
  total: z.number(),
});
const expectedGameweek = outcome.extend({
  gameweek: z.number(),
  /** In slot order: 1-11 field, 12 goalkeeper on the bench, 13-15 outfield bench. */
  points: z.array(z.number()).length(15),
  raw_total: z.number(),
  armband: z.number().nullable(),
  /** Present if the rule of the seven formations leads to another eleven. */
  seven_formations: outcome.optional(),
});
const expectedSquad = z.object({
  squad: z.number(),
  formation: z.string(),
  captain: z.number(),
  vice_captain: z.number(),
  players: z.array(z.object({ element: z.number() })).length(15),
  gameweeks: z.array(expectedGameweek),
});
const expectedFile = z.object({ squads: z.array(expectedSquad).min(1) });

export type ExpectedGameweek = z.infer<typeof expectedGameweek>;
export type ExpectedSquad = z.infer<typeof expectedSquad>;

/** Reads expectations in the format of expected-lineups.json; ignores unknown fields. */
export async function readExpected(file: string): Promise<ExpectedSquad[]> {
  const parsed = expectedFile.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!parsed.success)
    throw new Error(`${file} is not in the expected format:\n${z.prettifyError(parsed.error)}`);
  return parsed.data.squads;
}

/** Reduces the squads to a range of gameweeks. */
export function filterGameweeks(
  squads: ExpectedSquad[],
  range: { from: number; to: number } | null,
): ExpectedSquad[] {
  if (range === null) return squads;
  return squads.map((squad) => ({
    ...squad,
    gameweeks: squad.gameweeks.filter(({ gameweek }) => gameweek >= range.from && gameweek <= range.to),
  }));
}
