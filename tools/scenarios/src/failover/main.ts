import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { checkNatsFailover } from './nats.ts';
import { checkPostgresFailover } from './postgres.ts';

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-cluster-'));
  chmodSync(folder, 0o755); // the Postgres user needs access
  let passed = 0;
  let failed = 0;
  const check: Check = (ok, description) => {
    const seconds = (performance.now() / 1000).toFixed(0);
    console.log(`${ok ? 'passed' : 'FAILED'} [${seconds} s]: ${description}`);
    if (ok) passed++;
    else failed++;
  };
  try {
    await checkNatsFailover(join(folder, 'nats'), check);
    await checkPostgresFailover(join(folder, 'postgres'), check);
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
