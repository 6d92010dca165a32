// Sends requests to the gateway until SIGTERM and reports how many failed: load.mjs ORIGIN. Alternates reads and writes, on new and
// on kept connections.
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

const [origin] = process.argv.slice(2);
const kept = new Agent({ keepAlive: true });
const outcomes = { requests: 0, failed: 0, slowest_ms: 0, first: null, last: null };
let ended = false;
process.on('SIGTERM', () => (ended = true));
/** A sign-in of a new wallet: a write. */
const login = () => JSON.stringify({ wallet_address: `0x${randomBytes(20).toString('hex')}` });
const requests = [
  ['GET', '/api/games?limit=5'],
  ['GET', '/api/fpl/fixtures'],
  ['GET', '/api/config'],
  ['POST', '/api/auth/login', login],
];

function send([method, path, write], agent) {
  return new Promise((resolve) => {
    const text = write?.();
    const headers = text ? { 'content-type': 'application/json', 'content-length': text.length } : {};
    const sent = request(origin + path, { method, headers, agent, timeout: 20_000 }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.on('timeout', () => sent.destroy(new Error('no response in 20 s')));
    sent.on('error', (error) => resolve(error.message));
    sent.end(text);
  });
}

const waiting = [];
for (let turn = 0; !ended; turn += 1) {
  waiting.push(
    (async () => {
      const since = performance.now();
      const status = await send(requests[turn % requests.length], turn % 8 < 4 ? kept : false);
      outcomes.requests += 1;
      outcomes.slowest_ms = Math.max(outcomes.slowest_ms, Math.round(performance.now() - since));
      if (typeof status === 'number' && status < 500 && status !== 429) return;
      outcomes.failed += 1;
      outcomes.first ??= { at: new Date().toISOString(), status, path: requests[turn % requests.length][1] };
      outcomes.last = { at: new Date().toISOString(), status, path: requests[turn % requests.length][1] };
    })(),
  );
  await sleep(150);
}
await Promise.all(waiting);
console.log(JSON.stringify(outcomes));
process.exit(0);
