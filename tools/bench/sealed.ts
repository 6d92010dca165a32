import { parseArgs } from 'node:util';
import { startTokens } from '@touchline/service-kit/testing/tokens';
import { readFootballData } from './data/football.ts';
import { insertGame, insertGames } from './data/insert-games.ts';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { startHost } from './host/games-host.ts';
import { measureRoots } from './sealed/measure-roots.ts';
import { joinSavers, measureSaves, type SaveCost } from './sealed/measure-saves.ts';

/**
 * npm run bench -- sealed [--entries N] [--saves N]: lock roots of a large game with leaderboard requests alongside, and the cost of
 * sealing a saved lineup. Baseline: the same service without hashes and signatures.
 */
const { values } = parseArgs({
  options: { entries: { type: 'string', default: '1000000' }, saves: { type: 'string', default: '4000' } },
});
const entries = Number(values.entries);
const LIMIT = { rootSeconds: 15, besideP99: 15, sharePercent: 10 };
/** Pairs of measurements with and without seals, of which the lowest count: other load can only increase a measurement. */
const ROUNDS = 3;
const HOOK = new URL('./sealed/resolve-without-seals.js', import.meta.url).href;
const WITHOUT_SEALS = [
  '--import',
  `data:text/javascript,import{register}from'node:module';register(${JSON.stringify(HOOK)})`,
];

const limits = createLimits();
const host = await startHost({ durable: true, connections: 16 });
const tokens = await startTokens();
try {
  const [large] = await insertGames(host.db, [['WEEKLY', 'Gameweek 1', entries, 1]]);
  await measureSealing();
  const { seconds, p99 } = await measureRoots(host, large!);
  limits.check('root of a kick-off', seconds, { max: LIMIT.rootSeconds }, 's');
  limits.check('leaderboard during lock roots, p99', p99, { max: LIMIT.besideP99 }, 'ms');
} finally {
  await tokens.stop();
  await host.stop();
}
limits.close();

/** Compares saves with and without seals in a season game, whose lineups can be saved for the following gameweek. */
async function measureSealing(): Promise<void> {
  const now = Date.now();
  const game = await insertGame(host.db, { type: 'SEASON', name: 'Season', last: 38, now });
  const football = await readFootballData(host.db);
  const savers = await joinSavers(host, game, football, tokens, Number(values.saves));
  const costs: { sealed: SaveCost[]; baseline: SaveCost[] } = { sealed: [], baseline: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.baseline.push(await measureSaves(host, game, savers, tokens, WITHOUT_SEALS));
    costs.sealed.push(await measureSaves(host, game, savers, tokens, []));
  }
  const baseline = lowest(costs.baseline);
  const sealed = lowest(costs.sealed);
  log(`CPU time per save: ${format(sealed)}; baseline without seals: ${format(baseline)}`);
  const share = (total(sealed) / total(baseline) - 1) * 100;
  limits.check('additional CPU time of a sealed save', share, { max: LIMIT.sharePercent }, '%');
}

function total({ games, postgres }: SaveCost): number {
  return games + postgres;
}

function lowest(costs: readonly SaveCost[]): SaveCost {
  return costs.toSorted((a, b) => total(a) - total(b))[0]!;
}

function format(cost: SaveCost): string {
  return `${total(cost).toFixed(0)} µs (games ${cost.games.toFixed(0)}, Postgres ${cost.postgres.toFixed(0)})`;
}
