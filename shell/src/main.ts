import './nonce.ts';
import './no-eval.ts';
import './storage.ts';
import './leaving.ts';
// The first paint of home is shown before the code of home has loaded.
import './home/HomePage.module.css';
import { runInTasks } from './run-in-tasks.ts';

const isHome = window.location.pathname === '/';

// Imports of start.tsx, the largest first. All are part of this script, but each is evaluated in a separate task.
void runInTasks([
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => import(/* webpackMode: "eager" */ '@touchline/ui/base'),
  () => import(/* webpackMode: "eager" */ '@touchline/host/router'),
  () => import(/* webpackMode: "eager" */ '@touchline/host/query'),
  () => import(/* webpackMode: "eager" */ '@touchline/host/zod'),
  () => import(/* webpackMode: "eager" */ './shell.ts'),
  // Home replaces its first paint without a placeholder in between. If it cannot be loaded, its route shows an error.
  () => isHome && import(/* webpackChunkName: "home" */ './home/HomePage.tsx').catch(console.warn),
  () => import(/* webpackMode: "eager" */ './start.tsx'),
]);
