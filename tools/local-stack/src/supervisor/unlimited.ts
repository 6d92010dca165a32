import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SETTINGS = join(import.meta.dirname, '../../../../.env.example');

/** Environment of a gateway whose limits are never reached: tests and benchmarks send everything from few addresses and wallets. */
export const UNLIMITED: Readonly<Record<string, string>> = Object.fromEntries(
  [...readFileSync(SETTINGS, 'utf8').matchAll(/^#((?:RATE_LIMIT|TEAM_SERVICE|MAX)_\w+)=/gm)].map(
    ([, name]) => [name!, '100000000'],
  ),
);
