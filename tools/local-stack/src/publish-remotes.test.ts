import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from './product.ts';

test('the job that publishes the remotes of a release fails when one of them is rejected', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-publish-'));
  const secret = join(folder, 'release_secret');
  writeFileSync(secret, 'a'.repeat(64));
  // A gateway that accepts the token and does not report the modules of its shell.
  const gateway = createServer(({ url }, response) => {
    response.statusCode = url?.startsWith('/api/releases') ? 200 : 503;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, data: { remotes: [] } }));
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const script = join(PROJECT, 'tools/local-stack/dist/publish-remotes.js');
  const job = spawn(process.execPath, [script, url], {
    cwd: PROJECT,
    env: { ...process.env, RELEASE_SECRET_FILE: secret },
  });
  let output = '';
  for (const stream of [job.stdout, job.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(job, 'close');
  gateway.close();
  rmSync(folder, { recursive: true });
  expect(output).toContain('does not report the modules that its shell shares (503)');
  expect(code).toBe(1);
});
