import './nonce.ts';
import './no-eval.ts';
import './storage.ts';
import { runInTasks } from './run-in-tasks.ts';

/** What start.tsx imports, the largest parts first: all in this script, but each is evaluated in a task of its own. */
void runInTasks([
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => import(/* webpackMode: "eager" */ '@touchline/ui/base'),
  () => import(/* webpackMode: "eager" */ '@touchline/host/router'),
  () => import(/* webpackMode: "eager" */ '@touchline/host/query'),
  () => import(/* webpackMode: "eager" */ '@touchline/host/zod'),
  () => import(/* webpackMode: "eager" */ './shell.ts'),
  () => import(/* webpackMode: "eager" */ './start.tsx'),
]);
