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

/** What happens to a removed transaction: waits to be sent again, or is mined again that many blocks after the fork. */
const outcomes = fc.array(fc.option(fc.nat(12)), { minLength: 1, maxLength: 6 });

type ChainStep =
  | { mine: number }
  | { reorganise: number; fates: readonly (number | null)[] }
  | { resend: number }
  | { rpc: number; fault: Fault }
  | { mend: true };

/** Blocks, reorganisations, and faults of RPCs. */
export const chainSteps = [
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 25 }).map((mine) => ({ mine })) },
  { weight: 3, arbitrary: fc.record({ reorganise: fc.integer({ min: 1, max: 10 }), fates: outcomes }) },
  { weight: 2, arbitrary: fc.nat(5).map((resend) => ({ resend })) },
  { weight: 3, arbitrary: fc.record({ rpc: fc.nat(2), fault: fc.constantFrom(...SILENT, ...LYING) }) },
  { weight: 1, arbitrary: fc.constant({ mend: true }) },
] as const;

/**
 * A scripted chain behind two or three RPCs, as random steps change it. Of two RPCs one may be faulty at a time; of three
 * one may lie while another one lags or is down.
 */
export class ChainWorld {
  chain = new ScriptedChain({ finalDepth: 15 });
  rpcs: ScriptedRpc[];
  faulty: { rpc: ScriptedRpc; silent: boolean }[] = [];
  sent: ScriptedTransaction[] = [];
  private waiting: ScriptedTransaction[] = [];

  constructor(rpcs: number) {
    this.rpcs = Array.from({ length: rpcs }, () => new ScriptedRpc(this.chain));
    this.mineEmpty(20);
  }

  /** @returns false for a step that is not of the chain */
  change(what: object): what is ChainStep {
    const step = what as ChainStep;
    if ('mine' in step) this.mineEmpty(step.mine);
    else if ('reorganise' in step) this.reorganise(step.reorganise, step.fates);
    else if ('resend' in step) this.chain.mine(...this.waiting.splice(step.resend, 1));
    else if ('rpc' in step) this.break(this.rpcs[step.rpc % this.rpcs.length]!, step.fault);
    else if ('mend' in step) this.mend();
    else return false;
    return true;
  }

  /** The one that would be too many works again. */
  private break(rpc: ScriptedRpc, fault: Fault): void {
    const silent = SILENT.includes(fault);
    const stays = (each: { rpc: ScriptedRpc; silent: boolean }) =>
      each.rpc !== rpc && each.silent !== silent && this.rpcs.length > 2;
    for (const each of this.faulty) if (!stays(each)) each.rpc.setFault('NONE');
    this.faulty = [...this.faulty.filter(stays), { rpc, silent }];
    rpc.setFault(fault);
  }

  /** All RPCs work. */
  mend(): void {
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

  /** As many blocks as were removed, or more: the heaviest chain wins. */
  private reorganise(depth: number, fates: readonly (number | null)[]): void {
    const removed = this.chain.remove(depth);
    const placed = removed.map((transaction, index) => ({ transaction, at: fates[index % fates.length] }));
    this.waiting.push(...placed.filter(({ at }) => at === null).map(({ transaction }) => transaction));
    const length = Math.max(depth, ...placed.map(({ at }) => (at ?? 0) + 1));
    for (let block = 0; block < length; block++)
      this.chain.mine(...placed.filter(({ at }) => at === block).map(({ transaction }) => transaction));
  }
}
