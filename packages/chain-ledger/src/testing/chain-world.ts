import fc from 'fast-check';
import {
  type Fault,
  type Payment,
  ScriptedChain,
  ScriptedRpc,
  type ScriptedTransaction,
} from './scripted-chain.ts';

const SILENT: readonly Fault[] = ['DOWN', 'LAGGING'];
const LYING: readonly Fault[] = ['OMITTING', 'INVENTING', 'FORGETTING', 'AHEAD'];

/** Outcome of a removed transaction: mined again this many blocks after the fork, or null until it is sent again. */
const outcomes = fc.array(fc.option(fc.nat(12)), { minLength: 1, maxLength: 6 });

type ChainStep =
  | { mine: number }
  | { reorganise: number; outcomes: readonly (number | null)[] }
  | { resend: number }
  | { rpc: number; fault: Fault }
  | { repair: true };

/** Random blocks, reorganisations and RPC faults. */
export const chainSteps = [
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 25 }).map((mine) => ({ mine })) },
  { weight: 3, arbitrary: fc.record({ reorganise: fc.integer({ min: 1, max: 40 }), outcomes: outcomes }) },
  { weight: 2, arbitrary: fc.nat(5).map((resend) => ({ resend })) },
  { weight: 3, arbitrary: fc.record({ rpc: fc.nat(2), fault: fc.constantFrom(...SILENT, ...LYING) }) },
  { weight: 1, arbitrary: fc.constant({ repair: true }) },
] as const;

/**
 * A scripted chain behind two or three RPCs, changed by random steps. With two RPCs, one may be faulty at a time. With three,
 * one may lie while another lags or is down.
 */
export class ChainWorld {
  chain = new ScriptedChain({ finalDepth: 45 });
  rpcs: ScriptedRpc[];
  faulty: { rpc: ScriptedRpc; silent: boolean }[] = [];
  sent: ScriptedTransaction[] = [];
  private waiting: ScriptedTransaction[] = [];

  constructor(rpcs: number) {
    this.rpcs = Array.from({ length: rpcs }, () => new ScriptedRpc(this.chain));
    this.mineEmpty(60);
  }

  /** @returns false when the step is not a chain step */
  change(action: object): action is ChainStep {
    const step = action as ChainStep;
    if ('mine' in step) this.mineEmpty(step.mine);
    else if ('reorganise' in step) this.reorganise(step.reorganise, step.outcomes);
    else if ('resend' in step) this.chain.mine(...this.waiting.splice(step.resend, 1));
    else if ('rpc' in step) this.break(this.rpcs[step.rpc % this.rpcs.length]!, step.fault);
    else if ('repair' in step) this.repair();
    else return false;
    return true;
  }

  /** Breaks an RPC and repairs those that would exceed the limit. */
  private break(rpc: ScriptedRpc, fault: Fault): void {
    const silent = SILENT.includes(fault);
    const staysFaulty = (each: { rpc: ScriptedRpc; silent: boolean }) =>
      each.rpc !== rpc && each.silent !== silent && this.rpcs.length > 2;
    for (const each of this.faulty) if (!staysFaulty(each)) each.rpc.setFault('NONE');
    this.faulty = [...this.faulty.filter(staysFaulty), { rpc, silent }];
    rpc.setFault(fault);
  }

  /** Repairs all RPCs. */
  repair(): void {
    for (const { rpc } of this.faulty) rpc.setFault('NONE');
    this.faulty = [];
  }

  send(payments: readonly Payment[]): void {
    const transaction = this.chain.transaction(payments);
    this.sent.push(transaction);
    this.chain.mine(transaction);
  }

  mineEmpty(blocks: number): void {
    for (let n = 0; n < blocks; n++) this.chain.mine();
  }

  /** Mines at least as many blocks as were removed, because the longest chain wins. */
  private reorganise(depth: number, outcomes: readonly (number | null)[]): void {
    const removed = this.chain.remove(depth);
    const placed = removed.map((transaction, index) => ({
      transaction,
      at: outcomes[index % outcomes.length],
    }));
    this.waiting.push(...placed.filter(({ at }) => at === null).map(({ transaction }) => transaction));
    const length = Math.max(depth, ...placed.map(({ at }) => (at ?? 0) + 1));
    for (let block = 0; block < length; block++)
      this.chain.mine(...placed.filter(({ at }) => at === block).map(({ transaction }) => transaction));
  }
}
