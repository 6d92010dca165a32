import { parseArgs } from 'node:util';
import { type Hex, isAddressEqual, recoverMessageAddress } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { startGateway } from './host/gateway-host.ts';
import { postgresCpuMs, cpuMs } from './host/process-stats.ts';
import { buildRequest, sendJoins } from './joins/send-joins.ts';
import { quantile } from './load/load.ts';
import { createLimits } from './load/limits.ts';

/** npm run bench -- sign-in [--wallets N]: both steps of a sign-in at the gateway, beside the check of a signature alone. */
const { values } = parseArgs({
  options: { wallets: { type: 'string', default: '5000' }, connections: { type: 'string', default: '32' } },
});
const count = Number(values.wallets);
const connections = Number(values.connections);
const WARM = 500;
/** On one core. */
const LIMIT = { perSecond: 500, us: 2_000 };

interface Challenged {
  account: PrivateKeyAccount;
  id: string;
  message: string;
  signature: Hex;
  /** How long the first step latencies. */
  ms: number;
}

const log = (text: string) => console.log(`> ${text}`);
const limits = createLimits();
const gateway = await startGateway('http://127.0.0.1:9', { durable: true });
try {
  await answer(await challenge(newAccounts(WARM)));
  const challenged = await timed('first step, the message to sign', () => challenge(newAccounts(count)));
  await sign(challenged.done); // by the wallets, whose work is not the gateway's
  const floor = await floorUs(challenged.done);
  const answered = await timed('second step, signature and session', () => answer(challenged.done));
  const both = challenged.seconds + answered.seconds;
  const us = challenged.us + answered.us;
  const latencies = answered.done.map(({ ms }, n) => ms + challenged.done[n]!.ms).sort((a, b) => a - b);
  log(
    `sign-ins: ${(count / both).toFixed(0)} a second, p50 ${quantile(latencies, 0.5).toFixed(1)}, p99 ${quantile(latencies, 0.99).toFixed(1)} ms; ` +
      `${us.toFixed(0)} us of the gateway, ${(challenged.postgresUs + answered.postgresUs).toFixed(0)} us of Postgres each`,
  );
  log(
    `peer: viem's check of a signature alone, in one thread: ${floor.toFixed(0)} us, ${per(floor)} a second`,
  );
  log(
    `the gateway's processor time is ${(us / floor).toFixed(1)} times that; alone it would do ${per(us)} a second`,
  );
  const failed = answered.done.filter(({ status }) => status !== 200).length;
  limits.check('sign-ins that failed', failed, { max: 0 }, 'sign-ins');
  limits.check('sign-ins, both steps', count / both, { min: LIMIT.perSecond }, 'a second');
  limits.check('of the gateway for one', us, { max: LIMIT.us }, 'us');
} finally {
  await gateway.stop();
}
limits.close();

function newAccounts(count: number): PrivateKeyAccount[] {
  return Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()));
}

function loginOf({ address }: PrivateKeyAccount, more: object = {}) {
  const body = { wallet_address: address, ...more };
  return { wallet: address, request: buildRequest(gateway.url, 'POST /api/auth/login', null, body) };
}

/** First steps, over so many connections. */
async function challenge(accounts: readonly PrivateKeyAccount[]): Promise<Challenged[]> {
  const byAddress = new Map(accounts.map((account) => [account.address as string, account]));
  const challenged: Challenged[] = [];
  const calls = accounts.map((account) => loginOf(account));
  await sendJoins(gateway.url, calls, connections, (_count, { status, wallet, ms }, bytes) => {
    if (status !== 200) throw new Error(`no message to sign: ${bytes}`);
    const { data } = JSON.parse(bytes.slice(bytes.indexOf('\r\n\r\n')));
    const { id, message } = data.challenge as { id: string; message: string };
    challenged.push({ account: byAddress.get(wallet)!, id, message, signature: '0x', ms });
  });
  return challenged;
}

async function sign(challenged: readonly Challenged[]): Promise<void> {
  for (const one of challenged) one.signature = await one.account.signMessage({ message: one.message });
}

/** Second steps, answered in the order of the challenges. */
async function answer(challenged: readonly Challenged[]) {
  await sign(challenged.filter(({ signature }) => signature === '0x'));
  const calls = challenged.map(({ account, id, signature }) =>
    loginOf(account, { challenge_id: id, signature }),
  );
  const answers = await sendJoins(gateway.url, calls, connections);
  const byWallet = new Map(answers.map((one) => [one.wallet, one]));
  return challenged.map(({ account }) => byWallet.get(account.address) ?? { status: 0, ms: Number.NaN });
}

async function timed<T>(what: string, work: () => Promise<T>) {
  const busy = [cpuMs(gateway.pid), postgresCpuMs(gateway.dataDir)] as const;
  const since = performance.now();
  const done = await work();
  const seconds = (performance.now() - since) / 1_000;
  const us = ((cpuMs(gateway.pid) - busy[0]) * 1_000) / count;
  const postgresUs = ((postgresCpuMs(gateway.dataDir) - busy[1]) * 1_000) / count;
  log(
    `${what}: ${(count / seconds).toFixed(0)} a second, ${us.toFixed(0)} us of the gateway, ${postgresUs.toFixed(0)} us of Postgres`,
  );
  return { done, seconds, us, postgresUs };
}

/** Nothing can sign in cheaper: the check of the same signatures, with the gateway's library, in this thread. */
async function floorUs(challenged: readonly Challenged[]): Promise<number> {
  const check = async ({ account, message, signature }: Challenged) => {
    const signer = await recoverMessageAddress({ message, signature });
    if (!isAddressEqual(signer, account.address)) throw new Error('the peer is wrong');
  };
  for (const one of challenged.slice(0, WARM)) await check(one);
  const before = process.cpuUsage();
  for (const one of challenged) await check(one);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / challenged.length;
}

function per(us: number): string {
  return (1e6 / us).toFixed(0);
}
