import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runFuzz } from './run.ts';

const cancellation = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => cancellation.abort());

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      runs: { type: 'string', default: '200' },
      only: { type: 'string' },
    },
  });
  const seed = values.seed === undefined ? randomInt(2 ** 31) : parseWholeNumber('seed', values.seed);
  const runs = parseWholeNumber('runs', values.runs);
  console.log(`seed ${seed}, ${runs} requests per endpoint`);
  const log = (text: string) => console.log(text);
  const { passed, failures } = await runFuzz({
    seed,
    runs,
    only: values.only,
    log,
    signal: cancellation.signal,
  });
  for (const failure of failures) console.log(`\n${failure}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}

function parseWholeNumber(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}"`);
  return Number(text);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    console.log('0 passed, 1 failed');
    process.exitCode = 1;
  },
);
