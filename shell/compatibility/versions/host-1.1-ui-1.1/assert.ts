import type { Host } from '@touchline/host/host';
import type { Keeps } from '../../keeps.ts';
import type { Host as Recorded } from './types/host/host.ts';

export type Kept = [
  Keeps<Recorded, Host>,
  Keeps<Omit<typeof import('./types/host/host.ts'), 'HostProvider'>, typeof import('@touchline/host/host')>,
  Keeps<typeof import('./types/host/remote.ts'), typeof import('@touchline/host/remote')>,
  Keeps<typeof import('./types/host/query.ts'), typeof import('@touchline/host/query')>,
  Keeps<typeof import('./types/host/router.ts'), typeof import('@touchline/host/router')>,
  Keeps<typeof import('./types/host/redux.ts'), typeof import('@touchline/host/redux')>,
  Keeps<typeof import('./types/host/zod.ts'), typeof import('@touchline/host/zod')>,
  Keeps<typeof import('./types/ui/mantine/base.ts'), typeof import('@touchline/ui/base')>,
  Keeps<typeof import('./types/ui/mantine/data.ts'), typeof import('@touchline/ui/data')>,
  Keeps<typeof import('./types/ui/mantine/forms.ts'), typeof import('@touchline/ui/forms')>,
  Keeps<typeof import('./types/ui/mantine/overlays.ts'), typeof import('@touchline/ui/overlays')>,
  Keeps<typeof import('./types/ui/mantine/pickers.ts'), typeof import('@touchline/ui/pickers')>,
  Keeps<typeof import('./types/ui/mantine/tooltip.ts'), typeof import('@touchline/ui/tooltip')>,
];
