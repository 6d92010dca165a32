import { parseArgs } from 'node:util';
import { type Hex, isAddressEqual, recoverMessageAddress } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { startGateway } from './host/gateway-host.ts';
import { cpuMs, postgresCpuMs } from './host/process-stats.ts';
import { buildRequest, sendJoins } from './joins/send-joins.ts';
import { createLimits } from './load/limits.ts';
import { quantile } from './load/load.ts';

/** npm run bench -- sign-in [--wallets N]: both steps of a sign-in at the gateway, compared with checking a signature alone. */
const { values } = parseArgs({
  options: { wallets: { type: 'string', default: '5000' }, connections: { type: 'string', default: '32' } },
});
const count = Number(values.wallets);
const connections = Number(values.connections);
const WARM_UP = 500;
/** Limits on one core; `us` is CPU time per sign-in. */
const LIMIT = { perSecond: 500, us: 2_000 };

/** A wallet with a message to sign. */
interface Challenge {
  account: PrivateKeyAccount;
  id: string;
  message: string;
  signature: Hex;
  /** Duration of the first step. */
  ms: number;
}

const log = (text: string) => console.log(`> ${text}`);
const limits = createLimits();
const gateway = await startGateway('http://127.0.0.1:9', { durable: true });
try {
  await signIn(await requestChallenges(createAccounts(WARM_UP)));
  const first = await measure('first step: challenge', () => requestChallenges(createAccounts(count)));
  await sign(first.done); // not measured: wallets do this
  const baselineUs = await measureBaseline(first.done);
  const second = await measure('second step: signature and session', () => signIn(first.done));
  const seconds = first.seconds + second.seconds;
  const us = first.us + second.us;
  const latencies = second.done.map(({ ms }, n) => ms + first.done[n]!.ms).sort((a, b) => a - b);
  log(
    `sign-ins: ${(count / seconds).toFixed(0)}/s, p50 ${quantile(latencies, 0.5).toFixed(1)}, p99 ${quantile(latencies, 0.99).toFixed(1)} ms; ` +
      `CPU time per sign-in: gateway ${us.toFixed(0)} us, Postgres ${(first.postgresUs + second.postgresUs).toFixed(0)} us`,
  );
  log(
    `baseline: viem checks a signature in one thread: CPU time ${baselineUs.toFixed(0)} us, ${toPerSecond(baselineUs)}/s`,
  );
  log(
    `the gateway needs ${(us / baselineUs).toFixed(1)} times that CPU time: at most ${toPerSecond(us)}/s on one core`,
  );
  const failed = second.done.filter(({ status }) => status !== 200).length;
  limits.check('failed sign-ins', failed, { max: 0 }, 'sign-ins');
  limits.check('sign-ins, both steps', count / seconds, { min: LIMIT.perSecond }, '/s');
  limits.check('gateway, CPU time per sign-in', us, { max: LIMIT.us }, 'us');
} finally {
  await gateway.stop();
}
limits.close();

function createAccounts(count: number): PrivateKeyAccount[] {
  return Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()));
}

function buildLogin({ address }: PrivateKeyAccount, more: object = {}) {
  const body = { wallet_address: address, ...more };
  return { wallet: address, request: buildRequest(gateway.url, 'POST /api/auth/login', null, body) };
}

/** Runs the first step for all accounts. */
async function requestChallenges(accounts: readonly PrivateKeyAccount[]): Promise<Challenge[]> {
  const byAddress = new Map(accounts.map((account) => [account.address as string, account]));
  const challenges: Challenge[] = [];
  const requests = accounts.map((account) => buildLogin(account));
  await sendJoins(gateway.url, requests, connections, (_count, { status, wallet, ms }, bytes) => {
    if (status !== 200) throw new Error(`challenge request failed: ${bytes}`);
    const { data } = JSON.parse(bytes.slice(bytes.indexOf('\r\n\r\n')));
    const { id, message } = data.challenge as { id: string; message: string };
    challenges.push({ account: byAddress.get(wallet)!, id, message, signature: '0x', ms });
  });
  return challenges;
}

async function sign(challenges: readonly Challenge[]): Promise<void> {
  for (const challenge of challenges)
    challenge.signature = await challenge.account.signMessage({ message: challenge.message });
}

/** Runs the second step for all challenges. @returns responses in the order of the challenges */
async function signIn(challenges: readonly Challenge[]) {
  await sign(challenges.filter(({ signature }) => signature === '0x'));
  const requests = challenges.map(({ account, id, signature }) =>
    buildLogin(account, { challenge_id: id, signature }),
  );
  const responses = await sendJoins(gateway.url, requests, connections);
  const byWallet = new Map(responses.map((response) => [response.wallet, response]));
  return challenges.map(({ account }) => byWallet.get(account.address) ?? { status: 0, ms: Number.NaN });
}

async function measure<T>(what: string, work: () => Promise<T>) {
  const before = [cpuMs(gateway.pid), postgresCpuMs(gateway.dataDir)] as const;
  const since = performance.now();
  const done = await work();
  const seconds = (performance.now() - since) / 1_000;
  const us = ((cpuMs(gateway.pid) - before[0]) * 1_000) / count;
  const postgresUs = ((postgresCpuMs(gateway.dataDir) - before[1]) * 1_000) / count;
  log(
    `${what}: ${(count / seconds).toFixed(0)}/s, CPU time: gateway ${us.toFixed(0)} us, Postgres ${postgresUs.toFixed(0)} us`,
  );
  return { done, seconds, us, postgresUs };
}

/** Measures the minimum cost of a sign-in: viem checks the same signatures in this thread. @returns CPU time in us */
async function measureBaseline(challenges: readonly Challenge[]): Promise<number> {
  const check = async ({ account, message, signature }: Challenge) => {
    const signer = await recoverMessageAddress({ message, signature });
    if (!isAddressEqual(signer, account.address)) throw new Error('baseline recovered the wrong signer');
  };
  for (const each of challenges.slice(0, WARM_UP)) await check(each);
  const before = process.cpuUsage();
  for (const each of challenges) await check(each);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / challenges.length;
}

function toPerSecond(us: number): string {
  return (1e6 / us).toFixed(0);
}
