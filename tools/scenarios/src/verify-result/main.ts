import { parseArgs } from 'node:util';
import { createClient } from '@touchline/api/client';
import { config } from '@touchline/api/http/config';
import { verifyResult } from '@touchline/rules/verify-result';
import { runCommand } from '../run-command.ts';
import { checkChain } from './check-chain.ts';
import { readResult } from './read-result.ts';
import { buildResultHashes } from './result-hashes.ts';

/** Verifies a result and prints it. @returns the exit code */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { rpc: { type: 'string' } } });
  const [url, game] = positionals;
  if (url === undefined || game === undefined)
    throw new Error('usage: npm run verify-result -- URL GAME [--rpc URL]');
  const base = `${url.replace(/\/$/, '')}/api`;
  const client = createClient({ base });
  const { document, gameweeks, entries } = await readResult(client, base, game);
  console.log(
    `${document.game.name}; entries: ${document.entries}, prizes: ${document.prizes}, total: ${document.total} wei`,
  );
  const report = await verifyResult(document, gameweeks, entries, buildResultHashes(document));
  for (const { ordinal, field, published, computed } of report.differences)
    console.log(
      `${ordinal === null ? 'result' : `entry ${ordinal}`}: ${field} is ${published}, computed ${computed}`,
    );
  if (report.count > 0) {
    console.log(`differences: ${report.count}; first wrong entry: ${report.firstEntry ?? 'none'}`);
    return 1;
  }
  if (report.late > 0)
    console.log(`entries confirmed after a lock root, which proves nothing about them: ${report.late}`);
  console.log(`points, ranks, prizes and root are correct; entries checked: ${report.entries}`);
  if (report.root === null) return 0;
  const rpc = values.rpc ?? new URL((await client.request(config)).chain.rpc, url).href;
  const { problems, compared } = await checkChain(document, { root: report.root, total: report.total }, rpc);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) return 1;
  console.log(
    compared === 'nothing'
      ? 'not funded yet, so the chain has nothing to compare'
      : `the vault ${document.vault} has this ${compared}`,
  );
  if (compared === 'root') console.log('the total is not compared: the result names no funding transaction');
  return 0;
}

runCommand(main);
