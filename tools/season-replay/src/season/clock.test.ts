import { cp } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DEMO_SEASON, readArchive } from '../archive/archive-reader.ts';
import { type Bootstrap, clientOf, start, stateFile } from '../testing/running-replay.ts';

const archive = await readArchive(DEMO_SEASON);
const HOUR = 3_600_000;

describe('the clock of a replay', () => {
  it('stands still while the replay is stopped and keeps past times', async () => {
    const file = await stateFile();
    let time = 1_800_000_000_000;
    const options = { archive, stateFile: file, now: () => time };
    const first = await start(options);
    const before = await clientOf(first).fixtures();
    time += 60_000;
    const status = await clientOf(first).status();
    await first.stop();
    time += 10 * HOUR;
    const second = await start(options);
    const after = await clientOf(second).fixtures();
    expect(await clientOf(second).status()).toEqual({ ...status, next: expect.anything() });
    for (const [index, fixture] of before.entries()) {
      const moved = Date.parse(after[index]?.kickoff_time ?? '') - Date.parse(fixture.kickoff_time ?? '');
      expect(moved).toBe(fixture.started ? 0 : 10 * HOUR);
    }
  });

  it('never falls behind a reported time after a kill', async () => {
    const file = await stateFile();
    let time = 1_800_000_000_000;
    const killed = await start({ archive, stateFile: file, now: () => time });
    const promised = (await clientOf(killed).status()).virtual_time;
    const copy = await stateFile();
    await cp(file, copy);
    time += HOUR;
    const again = await start({ archive, stateFile: copy, now: () => time });
    const reached = (await clientOf(again).status()).virtual_time;
    expect(reached).toBeGreaterThanOrEqual(promised);
    expect(reached).toBeLessThanOrEqual(promised + 5000);
  });

  it('stays paused over a restart until it is resumed', async () => {
    const file = await stateFile();
    let time = 1_800_000_000_000;
    const options = { archive, stateFile: file, now: () => time };
    const first = await start({ ...options, paused: true });
    await clientOf(first).to(7, 'kickoff-2');
    const { virtual_time } = await clientOf(first).status();
    await first.stop();
    time += HOUR;
    const second = await start(options);
    time += HOUR;
    expect(await clientOf(second).status()).toMatchObject({ paused: true, phase: 'kickoff-2', virtual_time });
    await clientOf(second).post('/resume');
    time += 61_000;
    const status = await clientOf(second).status();
    expect(status.paused).toBe(false);
    expect(status.virtual_time - virtual_time).toBeGreaterThanOrEqual(60_000);
  });

  it('applies a new gameweek length from the next gameweek on', async () => {
    const file = await stateFile();
    const time = 1_800_000_000_000;
    const options = { archive, stateFile: file, now: () => time };
    const first = await start(options);
    const before = await clientOf(first).bootstrap();
    await first.stop();
    const second = await start({ ...options, gameweekMinutes: 60 });
    const after = await clientOf(second).bootstrap();
    const gap = ({ events }: Bootstrap, index: number) =>
      Date.parse(events[index + 1]?.deadline_time ?? '') - Date.parse(events[index]?.deadline_time ?? '');
    expect([gap(before, 6), gap(after, 4), gap(after, 6)]).toEqual([30 * 60_000, 30 * 60_000, HOUR]);
    expect(after.events.slice(0, 6)).toEqual(before.events.slice(0, 6));
  });
});
