import { parseArgs } from 'node:util';
import { createClient } from '@touchline/api/client';
import { lockRoots } from '@touchline/api/http/seals';
import { encodeAnchor, readAnchors } from '@touchline/contracts/lock-roots';
import { createPublicClient, http } from 'viem';
import { ANCHOR_OPTIONS, readAnchorSource } from '../anchor-source.ts';
import { runCommand } from '../run-command.ts';

/** Prints a call for each lock root of a game that an operator has not anchored. Any wallet of the operator can send them. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: ANCHOR_OPTIONS });
  const [url, gameId] = positionals;
  const source = readAnchorSource(values);
  if (!url || !gameId || !source)
    throw new Error(
      'usage: npm run anchor-roots -- URL GAME --rpc URL --contract ADDRESS --operator ADDRESS --from-block N',
    );
  const client = createClient({ base: `${url.replace(/\/$/, '')}/api` });
  const { roots } = await client.request(lockRoots, { params: { id: gameId } });
  const anchored = await readAnchors(createPublicClient({ transport: http(source.rpc) }), {
    ...source,
    gameId,
  });
  const missing = roots.filter(({ root }) => !anchored.some((each) => each.root === root));
  console.log(`lock roots: ${roots.length}, anchored: ${roots.length - missing.length}`);
  if (missing.length > 0) console.log(`send each call from ${source.operator} to ${source.contract}:`);
  for (const { gameweek, locks_at, final, root } of missing) {
    console.log(`gameweek ${gameweek}, ${locks_at}${final ? ' (final)' : ''}`);
    console.log(`  ${encodeAnchor(gameId, { gameweek, root })}`);
  }
  return 0;
}

runCommand(main);
