import { z } from 'zod';

/**
 * The fields of the feed that the relay uses; other fields are ignored. Numbers have generous bounds, and a response outside
 * them is rejected as malformed.
 */

const whole = (min: number, max: number) => z.number().int().min(min).max(max);
/** Ids and codes must fit a Postgres integer. */
const id = whole(1, 2_147_483_647);
/** The 2019-20 season had gameweeks up to 47. */
const gameweek = whole(1, 60);
/** A field that may be missing or null. */
const optional = <T, F>(schema: z.ZodType<T>, fallback: F) =>
  schema.nullish().transform((value) => value ?? fallback);
const flag = optional(z.boolean(), false);
/** Feed times have no milliseconds; normalised times do. */
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
/** Decimal strings such as "4.3"; some mirrors send numbers. */
const decimal = optional(z.union([z.string(), z.number()]), 0)
  .transform(Number)
  .pipe(z.number().min(-1_000).max(1_000));

const event = z.object({
  id: gameweek,
  name: z.string(),
  deadline_time: instant,
  finished: z.boolean(),
  data_checked: z.boolean(),
  is_current: z.boolean(),
  is_next: z.boolean(),
});

const team = z.object({ id, code: id, name: z.string().min(1), short_name: z.string().min(1) });

/** Parsed first, because managers (type 5) have other fields. */
const elementType = z.object({ element_type: z.number().int() });

export const element = z.object({
  id,
  code: id,
  first_name: z.string(),
  second_name: z.string(),
  web_name: z.string().min(1),
  team: id,
  element_type: z.number().int(),
  /** Tenths of a million. */
  now_cost: whole(1, 1_000),
  cost_change_start: whole(-300, 300).default(0),
  total_points: whole(-200, 1_000),
  form: decimal,
  selected_by_percent: decimal,
  photo: optional(z.string(), ''),
  status: z.string(),
  can_select: z.boolean().nullish(),
  removed: flag,
  news: optional(z.string(), ''),
  chance_of_playing_next_round: whole(0, 100).nullish(),
});
export type FeedElement = z.infer<typeof element>;

export const bootstrap = z.object({
  events: z.array(event).min(1),
  teams: z.array(team).min(1),
  elements: z.array(elementType.loose()).min(1),
});

const statLine = z.object({ element: id, value: whole(-200, 300) });

const fixture = z.object({
  id,
  code: id,
  event: gameweek.nullable(),
  kickoff_time: instant.nullable(),
  team_h: id,
  team_a: id,
  team_h_score: optional(whole(0, 99), null),
  team_a_score: optional(whole(0, 99), null),
  team_h_difficulty: optional(whole(0, 10), 3),
  team_a_difficulty: optional(whole(0, 10), 3),
  started: flag,
  finished: z.boolean(),
  finished_provisional: flag,
  minutes: optional(whole(0, 200), 0),
  stats: optional(
    z.array(z.object({ identifier: z.string(), h: z.array(statLine), a: z.array(statLine) })),
    [],
  ),
});

export const fixtures = z.array(fixture).min(1);

/** Statistics of one match with tighter bounds. */
const MAX_VALUES: Readonly<Record<string, number>> = { minutes: 130, bonus: 3 };

const explainedStat = z
  .object({
    identifier: z.string(),
    value: whole(-200, 300),
    points: whole(-50, 50),
    /** Manual corrections; only later seasons have the field. */
    points_modification: optional(whole(-50, 50), 0),
  })
  .refine(({ identifier, value }) => {
    const max = MAX_VALUES[identifier];
    return max === undefined || (value >= 0 && value <= max);
  }, 'out of bounds');

const MAX_MATCH_POINTS = 100;
/** A player's statistics in one match. */
const explainedMatch = z
  .object({ fixture: id, stats: z.array(explainedStat) })
  .refine(
    ({ stats }) =>
      Math.abs(stats.reduce((sum, each) => sum + each.points + each.points_modification, 0)) <=
      MAX_MATCH_POINTS,
    'more points than possible in one match',
  );

const liveElement = z.object({
  id,
  stats: z.object({
    total_points: whole(-200, 300),
    bps: whole(-500, 1_000).nullish(),
    goals_scored: whole(0, 50).nullish(),
    goals_conceded: whole(0, 50).nullish(),
  }),
  explain: z
    .array(explainedMatch)
    .refine(
      (matches) => new Set(matches.map(({ fixture }) => fixture)).size === matches.length,
      'duplicate match',
    ),
});
export type LiveElement = z.infer<typeof liveElement>;

export const live = z.object({ elements: z.array(liveElement).min(1) });
