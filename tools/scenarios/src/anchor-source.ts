import type { Address } from 'viem';

/** Where an operator anchors lock roots. */
export interface AnchorSource {
  rpc: string;
  contract: Address;
  operator: Address;
  /** First block to search, such as that of the contract's deployment. */
  fromBlock: bigint;
}

/** Options of the commands that read the chain. */
export const ANCHOR_OPTIONS = {
  rpc: { type: 'string' },
  contract: { type: 'string' },
  operator: { type: 'string' },
  'from-block': { type: 'string' },
} as const;

type AnchorOptions = { [name in keyof typeof ANCHOR_OPTIONS]?: string | undefined };

/** Reads the options of the chain. @returns undefined without them @throws Error if only some are given or a block is none */
export function readAnchorSource(options: AnchorOptions): AnchorSource | undefined {
  const { rpc, contract, operator, 'from-block': block } = options;
  if ([rpc, contract, operator, block].every((each) => each === undefined)) return undefined;
  if (!rpc || !contract || !operator || !block)
    throw new Error('Give --rpc, --contract, --operator and --from-block together.');
  if (!/^\d{1,15}$/.test(block)) throw new Error('--from-block must be the number of a block.');
  return { rpc, contract: contract as Address, operator: operator as Address, fromBlock: BigInt(block) };
}
