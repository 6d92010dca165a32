import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBus } from './nats.ts';
import { checkFailover } from './postgres.ts';
import type { Judge } from './check.ts';

const USAGE = `npm run cluster-check: three NATS servers and two of Postgres on this machine, as deploy/kubernetes has them`;

async function main(): Promise<number> {
  if (process.argv.length > 2) {
    console.log(USAGE);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'touchline-cluster-'));
  chmodSync(folder, 0o755); // the user of Postgres must get in
  let passed = 0;
  let failed = 0;
  const judge: Judge = (ok, what) => {
    const seconds = (performance.now() / 1000).toFixed(0);
    console.log(`${ok ? 'passed' : 'FAILED'} [${seconds} s]: ${what}`);
    if (ok) passed++;
    else failed++;
  };
  try {
    await checkBus(join(folder, 'nats'), judge);
    await checkFailover(join(folder, 'postgres'), judge);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    console.log('0 passed, 1 failed');
    process.exit(1);
  },
);
