import { z } from 'zod';

/** The fields of the feed that we use; others may come and go. */

const id = z.number().int().positive();
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
/** The feed's times have no milliseconds; ours do. */
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
/** Decimal strings such as "4.3"; some mirrors send numbers. */
const decimal = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => Number(value ?? 0))
  .pipe(z.number());

const event = z.object({
  id,
  name: z.string(),
  deadline_time: instant,
  finished: z.boolean(),
  data_checked: z.boolean(),
  is_current: z.boolean(),
  is_next: z.boolean(),
});

const team = z.object({ id, code: id, name: z.string().min(1), short_name: z.string().min(1) });

/** Checked first: managers (type 5) have other fields. */
export const elementType = z.object({ element_type: z.number().int() });

export const element = z.object({
  id,
  code: id,
  first_name: z.string(),
  second_name: z.string(),
  web_name: z.string().min(1),
  team: id,
  element_type: z.number().int(),
  /** Tenths of a million. */
  now_cost: z.number().int().nonnegative(),
  cost_change_start: z.number().int().default(0),
  total_points: z.number().int(),
  form: decimal,
  selected_by_percent: decimal,
  photo: z
    .string()
    .nullish()
    .transform((name) => name ?? ''),
  status: z.string(),
  can_select: z.boolean().nullish(),
  removed: flag,
  news: z
    .string()
    .nullish()
    .transform((news) => news ?? ''),
  chance_of_playing_next_round: z.number().nullish(),
});
export type FeedElement = z.infer<typeof element>;

export const bootstrap = z.object({
  events: z.array(event).min(1),
  teams: z.array(team).min(1),
  elements: z.array(elementType.loose()).min(1),
});
export type FeedEvent = z.infer<typeof event>;

const statLine = z.object({ element: id, value: z.number() });

const fixture = z.object({
  id,
  code: id,
  event: id.nullable(),
  kickoff_time: instant.nullable(),
  team_h: id,
  team_a: id,
  team_h_score: z
    .number()
    .int()
    .nullish()
    .transform((goals) => goals ?? null),
  team_a_score: z
    .number()
    .int()
    .nullish()
    .transform((goals) => goals ?? null),
  team_h_difficulty: z
    .number()
    .nullish()
    .transform((value) => value ?? 3),
  team_a_difficulty: z
    .number()
    .nullish()
    .transform((value) => value ?? 3),
  started: flag,
  finished: z.boolean(),
  finished_provisional: flag,
  minutes: z
    .number()
    .nullish()
    .transform((minutes) => minutes ?? 0),
  stats: z
    .array(z.object({ identifier: z.string(), h: z.array(statLine), a: z.array(statLine) }))
    .nullish()
    .transform((stats) => stats ?? []),
});

export const fixtures = z.array(fixture).min(1);

const explained = z.object({
  identifier: z.string(),
  value: z.number(),
  points: z.number().int(),
  /** Manual corrections; only later seasons have the field. */
  points_modification: z
    .number()
    .int()
    .nullish()
    .transform((points) => points ?? 0),
});

const liveElement = z.object({
  id,
  stats: z.object({ total_points: z.number().int(), bps: z.number().int().nullish() }),
  explain: z.array(z.object({ fixture: id, stats: z.array(explained) })),
});
export type LiveElement = z.infer<typeof liveElement>;

export const live = z.object({ elements: z.array(liveElement).min(1) });
