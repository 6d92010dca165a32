import { validateTeam } from '@touchline/api/http/fpl';
import * as dependencies from '@touchline/local-stack/testing';
import { describe, expect, test } from 'vitest';
import { type RunningRelay, relaySuite, waitUntilReady } from '../testing/relay-suite.ts';

const suite = relaySuite(dependencies);

const POSITIONS = [1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4];
/** A legal squad: players 101 to 115, two per club, 5.0 each. */
const ROSTER = POSITIONS.map((_, index) => 101 + index);
const LINEUP = {
  formation: '3-4-3',
  field_players: [101, 103, 104, 105, 108, 109, 110, 111, 113, 114, 115],
  bench_players: [102, 106, 107, 112],
  captain_id: 113,
  vice_captain_id: 108,
};

/** Starts a relay with the legal squad, 116 like 115 but in the club of 101 and 102, 117 expensive, 118 unavailable. */
async function startWithSquad(): Promise<RunningRelay> {
  const { script } = suite.feed;
  const club = (index: number) => 1 + Math.floor(index / 2);
  const [template] = script.elements;
  const player = (id: number, position: number, team: number, more: object = {}) => ({
    ...template,
    id,
    code: 1000 + id,
    element_type: position,
    team,
    now_cost: 50,
    can_select: true,
    ...more,
  });
  script.teams = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({
    ...script.teams[0],
    id,
    code: id,
    name: `Club ${id}`,
  }));
  script.elements.push(
    ...POSITIONS.map((position, index) => player(101 + index, position, club(index))),
    player(116, 4, 1),
    player(117, 4, 8, { now_cost: 301 }),
    player(118, 4, 8, { status: 'u' }),
  );
  const relay = await suite.startRelay();
  await waitUntilReady(relay);
  return relay;
}

async function postTeam(relay: RunningRelay, body: unknown) {
  const response = await fetch(`${relay.http.url}/api/fpl/validate-team`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function validate(relay: RunningRelay, body: unknown) {
  const response = await postTeam(relay, body);
  expect(response.status).toBe(200);
  return validateTeam.data.parse(response.body.data);
}

/** The squad with another last forward. */
const withForward = (id: number) => ({ roster: [...ROSTER.slice(0, 14), id] });

describe('validate-team', () => {
  test('API-12 validate-team accepts a legal squad with and without a lineup and returns its cost', async () => {
    const relay = await startWithSquad();
    const legal = { valid: true, errors: [], cost: 75, remaining: 25 };
    expect(await validate(relay, { roster: ROSTER })).toEqual(legal);
    expect(await validate(relay, { roster: ROSTER, ...LINEUP })).toEqual(legal);
    const { captain_id: _, vice_captain_id: __, ...withoutBands } = LINEUP;
    expect(await validate(relay, { roster: ROSTER, ...withoutBands, captain_id: null })).toEqual(legal);
  });

  test('API-12 validate-team returns every violated rule with its players', async () => {
    const relay = await startWithSquad();
    const codes = async (body: unknown) =>
      (await validate(relay, body)).errors.map(({ code, players }) => [code, players]);
    expect(await codes(withForward(116))).toEqual([['CLUB_LIMIT', [101, 102, 116]]]);
    expect(await codes(withForward(118))).toEqual([['PLAYER_NOT_SELECTABLE', [118]]]);
    expect(await codes(withForward(117))).toEqual([['OVER_BUDGET', []]]);
    expect(await codes(withForward(9999))).toEqual([['PLAYER_UNKNOWN', [9999]]]);
    expect(await codes({ roster: [101] })).toContainEqual(['SQUAD_SIZE', []]);
    expect(await codes(withForward(114))).toContainEqual(['DUPLICATE_PLAYER', [114]]);
    const lineup = (more: object) => codes({ roster: ROSTER, ...LINEUP, ...more });
    expect(await lineup({ formation: '4-4-2' })).toEqual([['FORMATION_MISMATCH', []]]);
    expect(await lineup({ captain_id: 102 })).toEqual([['CAPTAIN_NOT_ON_FIELD', [102]]]);
    expect(await lineup({ vice_captain_id: 113 })).toEqual([['CAPTAIN_IS_VICE_CAPTAIN', [113]]]);
    expect(await lineup({ bench_players: [106, 102, 107, 112] })).toEqual([['BENCH_GOALKEEPER', [102]]]);
    expect(await lineup({ bench_players: [102, 106, 107, 116] })).toEqual([['PLAYER_NOT_IN_SQUAD', [116]]]);
    expect(await codes({ roster: ROSTER, captain_id: 101 })).toContainEqual(['FIELD_SIZE', []]);
  });

  test('validate-team returns the cost of a team over budget', async () => {
    const relay = await startWithSquad();
    expect(await validate(relay, withForward(117))).toMatchObject({
      valid: false,
      cost: 100.1,
      remaining: -0.1,
    });
  });

  test('validate-team returns 400 and names the field of an invalid team', async () => {
    const relay = await startWithSquad();
    for (const [body, field] of [
      [{}, 'roster'],
      [{ roster: [] }, 'roster'],
      [{ roster: Array.from({ length: 16 }, (_, id) => id + 1) }, 'roster'],
      [{ roster: ['101'] }, 'roster.0'],
      [{ roster: [1.5] }, 'roster.0'],
      [{ roster: ROSTER, formation: '9-1-0' }, 'formation'],
      [{ roster: ROSTER, points: 1000 }, 'points'],
    ] as const) {
      const response = await postTeam(relay, body);
      expect([body, response.status, (response.body.details as { path: string }[])[0]?.path]).toEqual([
        body,
        400,
        field,
      ]);
    }
  });
});
