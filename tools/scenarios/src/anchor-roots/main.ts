import { parseArgs } from 'node:util';
import { createClient } from '@touchline/api/client';
import { lockRoots } from '@touchline/api/http/seals';
import { encodeAnchor, readAnchors } from '@touchline/contracts/lock-roots';
import { type Address, createPublicClient, http } from 'viem';
import { runCommand } from '../run-command.ts';

/** Prints a call for each lock root of a game that an operator has not anchored. Any wallet of the operator can send them. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      rpc: { type: 'string' },
      contract: { type: 'string' },
      operator: { type: 'string' },
      'from-block': { type: 'string', default: '0' },
    },
  });
  const [url, gameId] = positionals;
  const { rpc, contract, operator } = values;
  if (!url || !gameId || !rpc || !contract || !operator)
    throw new Error(
      'usage: npm run anchor-roots -- URL GAME --rpc URL --contract ADDRESS --operator ADDRESS',
    );
  const client = createClient({ base: `${url.replace(/\/$/, '')}/api` });
  const { roots } = await client.request(lockRoots, { params: { id: gameId } });
  const anchored = await readAnchors(createPublicClient({ transport: http(rpc) }), {
    contract: contract as Address,
    operator: operator as Address,
    gameId,
    fromBlock: BigInt(values['from-block']),
  });
  const missing = roots.filter(({ root }) => !anchored.some((each) => each.root === root));
  console.log(`lock roots: ${roots.length}, anchored: ${roots.length - missing.length}`);
  if (missing.length > 0) console.log(`send each call from ${operator} to ${contract}:`);
  for (const { gameweek, locks_at, final, root } of missing) {
    console.log(`gameweek ${gameweek}, ${locks_at}${final ? ' (final)' : ''}`);
    console.log(`  ${encodeAnchor(gameId, { gameweek, root })}`);
  }
  return 0;
}

runCommand(main);
