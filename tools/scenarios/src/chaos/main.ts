import { log, runScenario } from '../run-command.ts';
import { readPlan } from './command-line.ts';
import { formatTable } from './report.ts';
import { runChaos } from './run.ts';

runScenario(async (signal) => {
  const plan = readPlan(process.argv.slice(2));
  const { seed, joins, payments, saves, stakes } = plan;
  log(`seed ${seed}: ${joins} joins, ${payments} payments, ${saves} saves, ${stakes} stakes`);
  const results = await runChaos(plan, log, signal);
  const failures = results.flatMap((each) => each.failures);
  for (const failure of failures) console.log(failure);
  console.log(formatTable(results));
  const passed = results.reduce((sum, each) => sum + each.passed, 0);
  return { passed, failed: failures.length };
});
