import { parseArgs } from 'node:util';
import { type Hex, isAddressEqual, recoverMessageAddress } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { formatCpu, measure } from './figures/measure.ts';
import { formatTimes } from './figures/statistics.ts';
import { startGateway } from './host/gateway-host.ts';
import { buildRequest, sendRequests } from './load/requests.ts';

/** npm run bench -- sign-in [--wallets N]: both steps of a sign-in at the gateway, compared with checking a signature alone. */
const { values } = parseArgs({ options: { wallets: { type: 'string', default: '5000' } } });
const count = Number(values.wallets);
const CONNECTIONS = 32;
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

const limits = createLimits();
const gateway = await startGateway('http://127.0.0.1:9', { durable: true });
try {
  await signIn(await requestChallenges(createAccounts(WARM_UP)));
  const first = await measureStep('first step: challenge', () => requestChallenges(createAccounts(count)));
  await sign(first.result); // not measured: wallets do this
  const baselineUs = await measureBaseline(first.result);
  const second = await measureStep('second step: signature and session', () => signIn(first.result));
  const seconds = first.seconds + second.seconds;
  const cpu = {
    gateway: first.cpu.gateway + second.cpu.gateway,
    Postgres: first.cpu.Postgres + second.cpu.Postgres,
  };
  const us = (cpu.gateway * 1_000) / count;
  const times = second.result.map(({ ms }, n) => ms + first.result[n]!.ms);
  log(`sign-ins: ${(count / seconds).toFixed(0)}/s, ${formatTimes(times)}; ${formatCpu(cpu, count)}`);
  log(
    `baseline: viem checks a signature in one thread: CPU time ${baselineUs.toFixed(0)} µs, ${toPerSecond(baselineUs)}/s`,
  );
  log(
    `the gateway needs ${(us / baselineUs).toFixed(1)} times that CPU time: at most ${toPerSecond(us)}/s on one core`,
  );
  const failed = second.result.filter(({ status }) => status !== 200).length;
  limits.check('failed sign-ins', failed, { max: 0 }, 'sign-ins');
  limits.check('sign-ins, both steps', count / seconds, { min: LIMIT.perSecond }, '/s');
  limits.check('gateway, CPU time per sign-in', us, { max: LIMIT.us }, 'µs');
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
  await sendRequests(gateway.url, requests, CONNECTIONS, (_count, { status, wallet, ms }, bytes) => {
    if (status !== 200) throw new Error(`challenge request failed: ${bytes}`);
    const { data } = JSON.parse(bytes.toString().slice(bytes.indexOf('\r\n\r\n')));
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
  const responses = await sendRequests(gateway.url, requests, CONNECTIONS);
  const byWallet = new Map(responses.map((response) => [response.wallet, response]));
  return challenges.map(({ account }) => byWallet.get(account.address) ?? { status: 0, ms: Number.NaN });
}

async function measureStep<T>(what: string, work: () => Promise<T>) {
  const meters = { gateway: gateway.cpuMs, Postgres: gateway.postgresCpuMs };
  const measured = await measure(meters, work);
  log(`${what}: ${(count / measured.seconds).toFixed(0)}/s, ${formatCpu(measured.cpu, count)}`);
  return measured;
}

/** Measures the minimum cost of a sign-in: viem checks the same signatures in this thread. @returns CPU time in µs */
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
