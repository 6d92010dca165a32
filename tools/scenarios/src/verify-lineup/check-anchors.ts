import type { LineupProof, LockRoot } from '@touchline/api/http/seals';
import { readAnchors } from '@touchline/contracts/lock-roots';
import { createPublicClient, http } from 'viem';
import type { AnchorSource } from '../anchor-source.ts';

/**
 * Compares the lock roots of a proof with those that the operator anchored on the chain, and prints the anchor of each. Returns a
 * sentence for each contradiction; a root without an anchor is none, because anchors are optional.
 * @param roots all published roots of the game
 */
export async function checkAnchors(
  { game_id: gameId, locks }: Pick<LineupProof, 'game_id' | 'locks'>,
  roots: readonly Pick<LockRoot, 'root' | 'gameweek'>[],
  source: AnchorSource,
  print: (line: string) => void,
): Promise<string[]> {
  const { rpc, contract } = source;
  const chain = createPublicClient({ transport: http(rpc) });
  // An RPC of another chain or a wrong address has no anchors, and so nothing that could contradict.
  if (!(await chain.getCode({ address: contract })))
    return [`${contract} is not a contract on chain ${await chain.getChainId()}`];
  const anchors = await readAnchors(chain, { ...source, gameId });
  for (const { locks_at, root } of locks) {
    const anchor = anchors.find((each) => each.root === root);
    const where = anchor ? `in block ${anchor.block}, transaction ${anchor.transaction}` : 'not on the chain';
    print(`lock root of ${locks_at}: ${where}`);
  }
  return anchors
    .filter(
      (anchor) => !roots.some(({ root, gameweek }) => root === anchor.root && gameweek === anchor.gameweek),
    )
    .map(
      ({ gameweek, root, transaction }) =>
        `transaction ${transaction} anchored ${root} for gameweek ${gameweek}, which is not a published lock root`,
    );
}
