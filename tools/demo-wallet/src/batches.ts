import type { LocalChain } from './chain.ts';
import { duplicateBatch, unknownBatch } from './errors.ts';

/** A batch of EIP-5792: its transactions so far. */
interface SentBatch {
  hashes: string[];
  /** Number of transactions of the whole batch. */
  total: number;
  /** True once a transaction has failed. The remaining ones are not sent. */
  stopped: boolean;
}

const KEY = 'touchline-demo-wallet-batches';

/** Batches that the wallet has sent. They survive a reload, so that a page can continue with their ids. */
export class Batches {
  readonly #chain: LocalChain;
  readonly #storage: Storage;

  constructor(chain: LocalChain, storage: Storage = localStorage) {
    this.#chain = chain;
    this.#storage = storage;
  }

  /** @throws ProviderError if the wallet already has a batch with this id */
  assertNew(id: string): void {
    if (this.#read()[id]) throw duplicateBatch();
  }

  /** Sends the transactions one after the other, as a wallet without atomic batches does. */
  async send(id: string, transactions: readonly object[]): Promise<void> {
    const batch: SentBatch = { hashes: [], total: transactions.length, stopped: false };
    this.#save(id, batch);
    for (const transaction of transactions) {
      try {
        batch.hashes.push(String(await this.#chain.call('eth_sendTransaction', [transaction])));
      } catch {
        batch.stopped = true;
      }
      this.#save(id, batch);
      if (batch.stopped) return;
    }
  }

  /** The response of wallet_getCallsStatus. @throws ProviderError if the wallet does not know the id */
  async status(id: unknown): Promise<object> {
    const batch = this.#read()[String(id)];
    if (!batch) throw unknownBatch();
    const read = (hash: string) => this.#chain.call('eth_getTransactionReceipt', [hash]);
    const receipts = (await Promise.all(batch.hashes.map(read))).filter((receipt) => receipt !== null);
    const { chainId } = await this.#chain.info();
    return { version: '2.0.0', id, chainId, atomic: false, status: toStatus(batch, receipts), receipts };
  }

  #read(): Record<string, SentBatch> {
    try {
      return JSON.parse(this.#storage.getItem(KEY) ?? '{}') as Record<string, SentBatch>;
    } catch {
      return {};
    }
  }

  #save(id: string, batch: SentBatch): void {
    this.#storage.setItem(KEY, JSON.stringify({ ...this.#read(), [id]: batch }));
  }
}

/** EIP-5792: 100 pending, 200 confirmed, 400 nothing was sent, 500 everything reverted, 600 a part was executed. */
function toStatus({ hashes, total, stopped }: SentBatch, receipts: readonly unknown[]): number {
  if (receipts.length < hashes.length || (!stopped && hashes.length < total)) return 100;
  const succeeded = receipts.filter((receipt) => (receipt as { status?: unknown }).status === '0x1').length;
  if (succeeded === total) return 200;
  if (succeeded > 0) return 600;
  return hashes.length === 0 ? 400 : 500;
}
