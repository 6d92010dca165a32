import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex } from '@noble/hashes/utils';
import type { ResultDocument } from '@touchline/api/http/results';
import { computeGameKey } from './result-hashes.ts';

/** The settlement of a game in the prize vault. `root` is zero without one. */
interface VaultSettlement {
  token: string;
  root: string;
}

/**
 * Reads the settlement of a game from the vault, through the RPC of the chain and not through our API.
 * @throws Error if the RPC does not respond, or belongs to another chain
 */
export async function readSettlement(
  { vault, game, chain_id }: Pick<ResultDocument, 'vault' | 'game' | 'chain_id'>,
  rpc: string,
): Promise<VaultSettlement> {
  const chain = Number(await call(rpc, 'eth_chainId', []));
  if (chain !== chain_id) throw new Error(`The RPC is of chain ${chain}, the result of ${chain_id}`);
  const selector = bytesToHex(keccak_256('settlements(bytes32)')).slice(0, 8);
  const data = `0x${selector}${computeGameKey(game.id).slice(2)}`;
  const words = (await call(rpc, 'eth_call', [{ to: vault, data }, 'latest'])).slice(2);
  if (!/^[0-9a-f]{192,}$/i.test(words)) throw new Error('The vault has no contract');
  // token, opensAt, root
  return { token: `0x${words.slice(24, 64)}`, root: `0x${words.slice(128, 192)}` };
}

/** The chain counts as unreadable after this time. */
const TIMEOUT_MS = 10_000;

async function call(rpc: string, method: string, params: unknown[]): Promise<string> {
  const response = await fetch(rpc, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { result }: { result?: unknown } = await response.json();
  if (typeof result !== 'string') throw new Error(`The RPC returned no result of ${method}`);
  return result;
}
