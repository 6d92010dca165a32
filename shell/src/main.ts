import './nonce.ts';
import './no-eval.ts';
import './storage.ts';
import { runInTasks } from './run-in-tasks.ts';

// Imports of start.tsx, the largest first. All are part of this script, but each is evaluated in a separate task.
void runInTasks([
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => import(/* webpackMode: "eager" */ '@touchline/ui/base'),
  () => import(/* webpackMode: "eager" */ '@touchline/host/router'),
  () => import(/* webpackMode: "eager" */ '@touchline/host/query'),
  () => import(/* webpackMode: "eager" */ '@touchline/host/zod'),
  () => import(/* webpackMode: "eager" */ './shell.ts'),
  () => import(/* webpackMode: "eager" */ './start.tsx'),
]);
