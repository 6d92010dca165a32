import type { Migration } from '@touchline/service-kit/migrations';
import { authMigration } from './auth/migrations.ts';
import { remotesMigration } from './remotes/migrations.ts';

/** Every step of the gateway's schema, in order; a step never changes once it was released. */
export const migrations: readonly Migration[] = [authMigration, remotesMigration];
