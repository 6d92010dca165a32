import { parseArgs } from 'node:util';
import { DEMO_SEASON, readArchive } from './archive/archive-reader.ts';
import { startReplay } from './replay.ts';

const { values } = parseArgs({
  options: {
    archive: { type: 'string' },
    state: { type: 'string' },
    port: { type: 'string' },
    'gameweek-minutes': { type: 'string' },
    'from-gameweek': { type: 'string' },
    paused: { type: 'boolean', default: false },
    'wait-for-watchers': { type: 'boolean', default: false },
  },
});

const replay = await startReplay({
  archive: await readArchive(values.archive ?? DEMO_SEASON),
  stateFile: values.state,
  port: number('port', values.port ?? process.env.PORT),
  gameweekMinutes: number('gameweek-minutes', values['gameweek-minutes']),
  fromGameweek: number('from-gameweek', values['from-gameweek']),
  paused: values.paused,
  waitsForViewers: values['wait-for-watchers'],
});
console.log(JSON.stringify({ msg: 'season replay ready', url: replay.url, calendar: replay.calendar() }));

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void replay.stop().then(() => process.exit(0));
  });
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} takes a number, not "${text}"`);
  return value;
}
