import { footballAbi } from '@touchline/contracts/abi';
import type { Product } from '@touchline/local-stack/product';
import { createPublicClient, formatEther, http } from 'viem';
import type { Judgement } from './validators.ts';

/** A payout as the administrators' list has it. */
export interface PaidOut {
  id: string;
  recipient: string;
  /** Whole FOOTBALL. */
  amount: string;
  state: string;
  transaction_hash: string | null;
}

/** A transfer from one of our wallets, on the chain. */
export interface SentTransfer {
  /** Transaction and place in it. */
  key: string;
  hash: string;
  recipient: string;
  amount: string;
}

/** Asks the chain itself, not through the broken RPCs. */
export async function outgoingTransfers({ chain }: Product): Promise<SentTransfer[]> {
  const client = createPublicClient({ transport: http(chain.rpcUrl, { timeout: 30_000 }) });
  const logs = await client.getContractEvents({
    address: chain.token,
    abi: footballAbi,
    eventName: 'Transfer',
    args: { from: [chain.treasury, chain.stakingWallet] },
    fromBlock: 0n,
    strict: true,
  });
  return logs.map(({ transactionHash: hash, logIndex, args: { to, value } }) => ({
    key: `${hash} ${logIndex}`,
    hash,
    recipient: to.toLowerCase(),
    amount: formatEther(value),
  }));
}

interface PaidBack {
  /** What was due before anybody paid. */
  due: readonly PaidOut[];
  /** What somebody paid of it. */
  paid: readonly PaidOut[];
  /** The list in the end. */
  all: readonly PaidOut[];
  /** Since then. */
  sent: readonly SentTransfer[];
}

/** Nothing is sent twice, and nothing that is owed is forgotten. */
export function judgePayouts({ due, paid, all, sent }: PaidBack): Judgement[] {
  const byId = new Map(all.map((payout) => [payout.id, payout]));
  const payers = new Map<string, SentTransfer>(sent.map((transfer) => [transfer.hash, transfer]));
  const begun = new Set(paid.map(({ id }) => id));
  const isPaidBy = ({ id, recipient, amount }: PaidOut) => {
    const { state, transaction_hash } = byId.get(id) ?? {};
    const transfer = payers.get(transaction_hash ?? '');
    return state === 'CONFIRMED' && transfer?.recipient === recipient && transfer.amount === amount;
  };
  const wrong = (payout: PaidOut) =>
    `${payout.id} of ${payout.amount} is ${byId.get(payout.id)?.state ?? 'gone'}`;
  const lost = paid.filter((each) => !isPaidBy(each)).map((each) => `not paid: ${wrong(each)}`);
  const left = due.filter(({ id }) => !begun.has(id));
  const forgotten = left
    .filter(({ id }) => byId.get(id)?.state !== 'DUE')
    .map((each) => `not due: ${wrong(each)}`);
  const named = new Set(all.map(({ transaction_hash }) => transaction_hash));
  const doubled = sent.filter(({ hash }) => !named.has(hash)).map(({ key }) => `sent for nothing: ${key}`);
  const answer = (question: string, of: number, failures: string[]): Judgement => ({
    question,
    passed: of - failures.length,
    failures,
  });
  return [
    answer('payouts that were begun are paid by their transfer', paid.length, lost),
    answer('payouts that nobody began are still due', left.length, forgotten),
    answer('transfers that we sent pay one payout each', sent.length, doubled),
  ];
}
