import { join } from 'node:path';
import type { ArchivePlayer } from '@touchline/season-replay/archive/archive';
import { DEMO_SEASON, readArchive } from '@touchline/season-replay/archive/archive-reader';
import { findRecordedSeason } from '@touchline/season-replay/testing/seasons';
import { describe, expect, it } from 'vitest';
import { readExpected } from './expected.ts';
import { buildExpectations, computeGameweek } from './recount.ts';

const recorded = findRecordedSeason();

describe.runIf(recorded !== null)('recount of the recorded season', () => {
  it('recount agrees with the expected lineups in all 200 gameweeks', async () => {
    const dir = recorded ?? '';
    const archive = await readArchive(dir);
    const players = new Map(archive.players.map((player) => [player.id, player]));
    const get = (id: number) => players.get(id) as ArchivePlayer;
    let compared = 0;
    for (const squad of await readExpected(join(dir, 'expected-lineups.json'))) {
      const members = squad.players.map(({ element }) => get(element));
      for (const expected of squad.gameweeks) {
        const counted = computeGameweek(
          members,
          get(squad.captain),
          get(squad.vice_captain),
          expected.gameweek,
        );
        const { total, final_eleven } = expected.seven_formations ?? expected;
        expect(counted).toMatchObject({
          points: expected.points,
          raw_total: expected.raw_total,
          armband: expected.armband,
          total,
        });
        expect([...counted.final_eleven].sort()).toEqual([...final_eleven].sort());
        compared++;
      }
    }
    expect(compared).toBe(200);
  });
});

describe('squads of the demo season', async () => {
  const archive = await readArchive(DEMO_SEASON);
  const squads = buildExpectations(archive, 6, [1, 12, 22]);

  it('squads are valid and deterministic', () => {
    expect(buildExpectations(archive, 6, [1, 12, 22])).toEqual(squads);
    for (const { players, captain, vice_captain } of squads) {
      expect(new Set(players.map((player) => player.element)).size).toBe(15);
      const field = players.slice(0, 11).map((player) => player.element);
      expect(field).toContain(captain);
      expect(field).toContain(vice_captain);
      expect(captain).not.toBe(vice_captain);
    }
  });

  it('squads have points in every gameweek', () => {
    for (const { gameweeks } of squads) for (const one of gameweeks) expect(one.total).toBeGreaterThan(5);
  });
});
