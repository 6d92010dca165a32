import type { ResultDocument } from '@touchline/api/http/results';
import { prizeVaultAbi } from '@touchline/contracts/abi';
import { prizeGameKey } from '@touchline/contracts/prize-tree';
import { type Address, createPublicClient, type Hex, http, parseEventLogs } from 'viem';

/** The values of a result that the chain must have. */
export interface ComputedSettlement {
  root: string;
  /** Wei. */
  total: bigint;
}

/** Comparison of a computed settlement with the prize vault. */
export interface ChainReport {
  /** A sentence for each difference. */
  problems: string[];
  /** Values that were compared: none before the funding, and no total while the document names no funding transaction. */
  compared: 'nothing' | 'root' | 'root and total';
}

/** Compares a computed settlement with the prize vault, which is read even if the document reports no funding. */
export async function checkChain(
  document: Pick<ResultDocument, 'chain_id' | 'vault' | 'game' | 'plan' | 'funding'>,
  { root, total }: ComputedSettlement,
  rpc: string,
): Promise<ChainReport> {
  const chain = createPublicClient({ transport: http(rpc) });
  const vault = document.vault as Address;
  const game = prizeGameKey(document.game.id);
  const { funding } = document;
  const chainId = await chain.getChainId();
  if (chainId !== document.chain_id)
    return {
      problems: [`the RPC is of chain ${chainId}, the result of ${document.chain_id}`],
      compared: 'nothing',
    };
  const [token, , onChain] = await chain.readContract({
    address: vault,
    abi: prizeVaultAbi,
    functionName: 'settlements',
    args: [game],
  });
  if (BigInt(onChain) === 0n)
    return { problems: funding ? ['the vault has no settlement of this game'] : [], compared: 'nothing' };
  const problems: string[] = [];
  if (onChain !== root) problems.push(`root on the chain: ${onChain}; computed: ${root}`);
  if (token.toLowerCase() !== document.plan.token.address.toLowerCase())
    problems.push(`token on the chain: ${token}; published: ${document.plan.token.address}`);
  if (!funding) return { problems, compared: 'root' };
  const { transaction_hash: hash } = funding;
  const receipt = await chain.getTransactionReceipt({ hash: hash as Hex });
  const settled = parseEventLogs({ abi: prizeVaultAbi, logs: receipt.logs, eventName: 'Settled' }).find(
    (log) => log.address.toLowerCase() === vault.toLowerCase() && log.args.game === game,
  );
  if (!settled) problems.push(`transaction ${hash} does not fund this game`);
  else if (settled.args.total !== total)
    problems.push(`total on the chain: ${settled.args.total} wei; computed: ${total} wei`);
  return { problems, compared: 'root and total' };
}
