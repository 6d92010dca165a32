/** The responses of a scripted feed, which tests change while it runs. */
export interface FeedScript {
  events: Record<string, unknown>[];
  teams: Record<string, unknown>[];
  elements: Record<string, unknown>[];
  fixtures: FeedFixture[];
  live: Map<number, unknown>;
}

export interface FeedFixture extends Record<string, unknown> {
  id: number;
  event: number | null;
  kickoff_time: string | null;
}

const HOUR = 3_600_000;
const iso = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

/**
 * Builds a season of three gameweeks at `now`. The first is checked. The second has a running and an upcoming match, a
 * double for clubs 1 and 2. The third is upcoming. It has players 1-4 of clubs 1-4, and a manager.
 */
export function buildScript(now: number): FeedScript {
  const deadlines = [now - 170 * HOUR, now - 2 * HOUR, now + 160 * HOUR];
  const flags = [
    { finished: true, data_checked: true, is_current: false, is_next: false },
    { finished: false, data_checked: false, is_current: true, is_next: false },
    { finished: false, data_checked: false, is_current: false, is_next: true },
  ];
  return {
    events: deadlines.map((deadline, index) => ({
      id: index + 1,
      name: `Gameweek ${index + 1}`,
      deadline_time: iso(deadline),
      ...flags[index],
      average_entry_score: 50,
    })),
    teams: ['ARS', 'BHA', 'CHE', 'EVE'].map((short_name, index) => ({
      id: index + 1,
      code: 10 + index,
      name: `Club ${short_name}`,
      short_name,
      strength: 3,
    })),
    elements: [1, 2, 3, 4]
      .map(buildElement)
      .concat({ id: 9, element_type: 5, first_name: 'A', second_name: 'Manager' }),
    fixtures: [
      buildFixture({ id: 1, event: 1, kickoff: now - 168 * HOUR, home: 1, away: 2, state: 'over' }),
      buildFixture({ id: 2, event: 2, kickoff: now - 0.5 * HOUR, home: 1, away: 2, state: 'running' }),
      buildFixture({ id: 3, event: 2, kickoff: now + 2 * HOUR, home: 2, away: 1, state: 'upcoming' }),
      buildFixture({ id: 4, event: 2, kickoff: now + 2 * HOUR, home: 3, away: 4, state: 'upcoming' }),
      buildFixture({ id: 5, event: 3, kickoff: now + 162 * HOUR, home: 3, away: 1, state: 'upcoming' }),
      {
        ...buildFixture({ id: 6, event: null, kickoff: 0, home: 4, away: 2, state: 'upcoming' }),
        kickoff_time: null,
      },
    ],
    live: new Map([
      [
        1,
        {
          elements: [
            buildLive(1, 6, [
              [1, 'minutes', 90, 2],
              [1, 'goals_scored', 1, 4],
            ]),
          ],
        },
      ],
      [2, buildRunningLive()],
    ]),
  };
}

function buildElement(id: number): Record<string, unknown> {
  return {
    id,
    code: 1000 + id,
    first_name: `First${id}`,
    second_name: `Last${id}`,
    web_name: `Player${id}`,
    team: id,
    element_type: id,
    now_cost: 45 + id,
    cost_change_start: -1,
    total_points: 12,
    form: '4.3',
    selected_by_percent: '12.5',
    photo: `${1000 + id}.jpg`,
    status: 'a',
    can_select: id !== 4,
    news: '',
    chance_of_playing_next_round: null,
    squad_number: null,
  };
}

interface FixtureOptions {
  id: number;
  event: number | null;
  kickoff: number;
  home: number;
  away: number;
  state: 'upcoming' | 'running' | 'over';
}

function buildFixture({ id, event, kickoff, home, away, state }: FixtureOptions): FeedFixture {
  const hasStarted = state !== 'upcoming';
  return {
    id,
    code: 5000 + id,
    event,
    kickoff_time: iso(kickoff),
    team_h: home,
    team_a: away,
    team_h_score: hasStarted ? 1 : null,
    team_a_score: hasStarted ? 0 : null,
    team_h_difficulty: 2,
    team_a_difficulty: 4,
    started: hasStarted,
    finished: state === 'over',
    finished_provisional: state === 'over',
    minutes: hasStarted ? 30 : 0,
    stats: hasStarted
      ? [{ identifier: 'bps', h: [{ element: home, value: 21 }], a: [{ element: away, value: 7 }] }]
      : [],
    pulse_id: id,
  };
}

type Line = [fixture: number, identifier: string, value: number, points: number];

/** Builds a player's entry in a live list. */
export function buildLive(id: number, total: number, lines: Line[], bps = 0) {
  const fixtures = [...new Set(lines.map(([fixture]) => fixture))];
  return {
    id,
    stats: { minutes: 0, total_points: total, bps },
    explain: fixtures.map((fixture) => ({
      fixture,
      stats: lines
        .filter(([lineFixture]) => lineFixture === fixture)
        .map(([, identifier, value, points]) => ({ identifier, value, points, points_modification: 0 })),
    })),
    modified: false,
  };
}

/** Builds the live list of gameweek 2 during match 2. */
export const buildRunningLive = (goals = 0) => buildSecondLive(goals, [0, 0]);

/** Builds the live list of gameweek 2 once matches 3 and 4 are finished, too. */
export const buildFinishedLive = (goals = 0) => buildSecondLive(goals, [90, 2]);

/** `later`: minutes of each player of matches 3 and 4, and their points. */
function buildSecondLive(goals: number, later: [minutes: number, points: number]) {
  const points = later[1];
  const striker: Line[] = [
    [2, 'minutes', 30, 1],
    [3, 'minutes', ...later],
  ];
  if (goals > 0) striker.push([2, 'goals_scored', goals, goals * 4]);
  return {
    elements: [
      buildLive(1, 1 + goals * 4 + points, striker, 21),
      buildLive(
        2,
        points,
        [
          [2, 'minutes', 30, 1],
          [2, 'yellow_cards', 1, -1],
          [3, 'minutes', ...later],
        ],
        7,
      ),
      buildLive(3, points, [[4, 'minutes', ...later]]),
      buildLive(4, points, [[4, 'minutes', ...later]]),
      buildLive(9, 5, [[2, 'mng_win', 1, 5]]),
    ],
  };
}
