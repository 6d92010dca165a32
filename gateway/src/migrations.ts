import type { Migration } from '@touchline/service-kit/migrations';
import { createIdentity } from './identity/migrations.ts';
import { createRegistry } from './remotes/migrations.ts';

/** Every step of the gateway's schema, in order; a step never changes once it was released. */
export const MIGRATIONS: readonly Migration[] = [createIdentity, createRegistry];
