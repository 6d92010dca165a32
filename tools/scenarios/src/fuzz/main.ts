import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { parseWholeNumber, runScenario } from '../run-command.ts';
import { runFuzz } from './run.ts';

runScenario(async (signal) => {
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
    signal,
  });
  for (const failure of failures) console.log(`\n${failure}`);
  return { passed, failed: failures.length };
});
