import type { Actor } from '@touchline/api/admin-values';
import { TouchlineError } from '@touchline/api/errors';
import { gamesSwitchesChanged, stakingSwitchesChanged } from '@touchline/api/events/admin-services';
import type { AdminSwitch, SwitchName } from '@touchline/api/http/admin-controls';
import { toInstant } from '@touchline/api/values';
import type { Knex } from 'knex';
import { type Database, query } from '../data/database.ts';
import { writeOutbox } from '../messaging/outbox.ts';
import { changeRejected, recordAdminChange } from './admin-changes.ts';

/** Table of switches that administrators have set. A switch without a row is on. */
export const switchesTable = `
  create table switches (
    name text primary key,
    is_on boolean not null,
    changed_at timestamptz not null,
    admin text not null,
    reason text not null
  );
`;

/** Event of each owner. */
const CHANGED = { games: gamesSwitchesChanged, staking: stakingSwitchesChanged };

interface SwitchesOptions {
  db: Database;
  owner: keyof typeof CHANGED;
  /** The switches of this service, and whether the deployment (FEATURE_...) allows the feature. */
  allowed: Partial<Record<SwitchName, boolean>>;
  /** Epoch ms. */
  now: () => number;
}

/** The switches that a service owns. Nothing is cached, so that all replicas enforce a change immediately. */
export type Switches = ReturnType<typeof createSwitches>;

interface Row {
  name: SwitchName;
  is_on: boolean;
  changed_at: number;
  admin: string;
  reason: string;
}

export function createSwitches(options: SwitchesOptions) {
  const { db, allowed, now } = options;
  const names = Object.keys(allowed) as SwitchName[];
  const readAll = async (on: Database) =>
    new Map((await query<Row>(on, 'select * from switches')).map((row) => [row.name, row]));
  const toSwitch = (name: SwitchName, row: Row | undefined): AdminSwitch => ({
    name,
    on: allowed[name] === true && (row?.is_on ?? true),
    held_off: !allowed[name],
    changed: row ? { at: toInstant(row.changed_at), admin: row.admin, reason: row.reason } : null,
  });

  return {
    async all(): Promise<AdminSwitch[]> {
      const rows = await readAll(db);
      return names.map((name) => toSwitch(name, rows.get(name)));
    },
    /** Reports whether the deployment and the administrators allow it. */
    async isOn(name: SwitchName): Promise<boolean> {
      return toSwitch(name, (await readAll(db)).get(name)).on;
    },
    /** @throws TouchlineError NOT_FOUND for a switch of another service, CHANGE_REFUSED when the deployment disables it */
    async set({ by, name, on }: { by: Actor; name: SwitchName; on: boolean }): Promise<AdminSwitch> {
      if (allowed[name] === undefined) throw new TouchlineError('NOT_FOUND', 'This switch does not exist.');
      if (on && !allowed[name])
        throw changeRejected('This feature is disabled by the deployment configuration.');
      return db.transaction(async (trx) => {
        await lockSwitches(trx);
        const before = (await readAll(trx)).get(name);
        if ((before?.is_on ?? true) === on) return toSwitch(name, before);
        const after = { name, is_on: on, changed_at: now(), admin: by.admin, reason: by.reason };
        await saveSwitch(trx, after);
        await writeOutbox(trx, CHANGED[options.owner], {});
        const change = { owner: options.owner, action: 'SWITCH_SET', subject: name, wallet: null } as const;
        const values = { before: { on: !on }, after: { on } };
        await recordAdminChange(trx, by, { ...change, ...values }, now());
        return toSwitch(name, after);
      });
    },
  };
}

/** Allows one change at a time. It locks the table, because a switch without changes has no row to lock. */
const lockSwitches = (trx: Knex.Transaction) => trx.raw('lock table switches in share row exclusive mode');

async function saveSwitch(trx: Knex.Transaction, row: Row): Promise<void> {
  await trx('switches')
    .insert({ ...row, changed_at: new Date(row.changed_at) })
    .onConflict('name')
    .merge();
}
