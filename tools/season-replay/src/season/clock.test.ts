import { cp } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DEMO_SEASON, readArchive } from '../archive/archive-reader.ts';
import { type Bootstrap, createTestClient, reserveStateFile, start } from '../testing/running-replay.ts';

const archive = await readArchive(DEMO_SEASON);
const HOUR = 3_600_000;

describe('clock of a replay', () => {
  it('clock stops with the replay and keeps past times', async () => {
    const file = await reserveStateFile();
    let time = 1_800_000_000_000;
    const options = { archive, stateFile: file, now: () => time };
    const first = await start(options);
    const initial = await createTestClient(first).fixtures();
    time += 60_000;
    const status = await createTestClient(first).status();
    await first.stop();
    time += 10 * HOUR;
    const second = await start(options);
    const after = await createTestClient(second).fixtures();
    expect(await createTestClient(second).status()).toEqual({ ...status, next: expect.anything() });
    for (const [index, fixture] of initial.entries()) {
      const moved = Date.parse(after[index]?.kickoff_time ?? '') - Date.parse(fixture.kickoff_time ?? '');
      expect(moved).toBe(fixture.started ? 0 : 10 * HOUR);
    }
  });

  it('clock never falls behind a reported time after a kill', async () => {
    const file = await reserveStateFile();
    let time = 1_800_000_000_000;
    const killed = await start({ archive, stateFile: file, now: () => time });
    const reported = (await createTestClient(killed).status()).virtual_time;
    const copy = await reserveStateFile();
    await cp(file, copy);
    time += HOUR;
    const again = await start({ archive, stateFile: copy, now: () => time });
    const reached = (await createTestClient(again).status()).virtual_time;
    expect(reached).toBeGreaterThanOrEqual(reported);
    expect(reached).toBeLessThanOrEqual(reported + 5000);
  });

  it('clock stays paused across a restart until it is resumed', async () => {
    const file = await reserveStateFile();
    let time = 1_800_000_000_000;
    const options = { archive, stateFile: file, now: () => time };
    const first = await start({ ...options, paused: true });
    await createTestClient(first).to(7, 'kickoff-2');
    const { virtual_time } = await createTestClient(first).status();
    await first.stop();
    time += HOUR;
    const second = await start(options);
    time += HOUR;
    expect(await createTestClient(second).status()).toMatchObject({
      paused: true,
      phase: 'kickoff-2',
      virtual_time,
    });
    await createTestClient(second).post('/resume');
    time += 61_000;
    const status = await createTestClient(second).status();
    expect(status.paused).toBe(false);
    expect(status.virtual_time - virtual_time).toBeGreaterThanOrEqual(60_000);
  });

  it('new gameweek length applies from the next gameweek', async () => {
    const file = await reserveStateFile();
    const time = 1_800_000_000_000;
    const options = { archive, stateFile: file, now: () => time };
    const first = await start(options);
    const before = await createTestClient(first).bootstrap();
    await first.stop();
    const second = await start({ ...options, gameweekMinutes: 60 });
    const after = await createTestClient(second).bootstrap();
    const gap = ({ events }: Bootstrap, index: number) =>
      Date.parse(events[index + 1]?.deadline_time ?? '') - Date.parse(events[index]?.deadline_time ?? '');
    expect([gap(before, 6), gap(after, 4), gap(after, 6)]).toEqual([30 * 60_000, 30 * 60_000, HOUR]);
    expect(after.events.slice(0, 6)).toEqual(before.events.slice(0, 6));
  });
});
