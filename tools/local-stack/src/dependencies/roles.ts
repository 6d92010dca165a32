import pg from 'pg';

/** Serialises changes of roles and databases by concurrent starts; only among connections to the same database. */
const LOCK = 480_480_480;

/** The Postgres role and schema of a service: `fpl-relay` -> `fpl_relay`. */
function schemaOf(service: string): string {
  return service.replaceAll('-', '_');
}

/**
 * Creates the database if missing and revokes public access.
 * @param template the database that it is a copy of, by default empty
 */
export async function ensureDatabase(
  adminUrl: string,
  database: string,
  template = 'template1',
): Promise<void> {
  await withAdmin(adminUrl, async (client) => {
    const name = pg.escapeIdentifier(database);
    if (!(await hasDatabase(client, database)))
      await client.query(`create database ${name} template ${pg.escapeIdentifier(template)}`);
    await client.query(`revoke all on database ${name} from public`);
  });
}

/**
 * Prepares a database of this name, if missing, of which others can be copies. Concurrent calls may each prepare one: the first is kept.
 * @param prepare creates one under any name and closes its connections
 * @returns `name`
 */
export async function ensureTemplate(
  adminUrl: string,
  name: string,
  prepare: () => Promise<string>,
): Promise<string> {
  const isPrepared = await withAdmin(adminUrl, (client) => hasDatabase(client, name));
  if (isPrepared) return name;
  const prepared = await prepare();
  await withAdmin(adminUrl, async (client) => {
    const present = pg.escapeIdentifier(prepared);
    if (await hasDatabase(client, name)) await client.query(`drop database ${present}`);
    else await client.query(`alter database ${present} rename to ${pg.escapeIdentifier(name)}`);
  });
  return name;
}

async function hasDatabase(client: pg.Client, database: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
  return rowCount !== 0;
}

export interface ServiceRole {
  /** A URL of any database in the cluster, with the right to create roles. */
  readonly adminUrl: string;
  readonly database: string;
  readonly service: string;
  readonly password: string;
}

/**
 * Creates the role and schema of a service in `database`: the role owns the schema, has it on its search_path and sees
 * no other.
 * @returns the service's own connection URL
 */
export async function ensureServiceRole({
  adminUrl,
  database,
  service,
  password,
}: ServiceRole): Promise<string> {
  const role = schemaOf(service);
  const name = pg.escapeIdentifier(role);
  const here = withDatabase(adminUrl, database);
  // A role belongs to the whole cluster: a start that prepares another database for it waits here.
  await withAdmin(adminUrl, async (client) => {
    const found = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    const verb = found.rowCount === 0 ? 'create' : 'alter';
    await client.query(`${verb} role ${name} login password ${pg.escapeLiteral(password)}`);
    await client.query(`grant ${name} to current_user`);
  });
  await withAdmin(here, async (client) => {
    await client.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${name}`);
    await client.query(`create schema if not exists ${name} authorization ${name}`);
    await client.query(
      `alter role ${name} in database ${pg.escapeIdentifier(database)} set search_path = ${name}`,
    );
    await client.query('revoke all on schema public from public');
  });
  const url = new URL(here);
  url.username = role;
  url.password = password;
  return url.toString();
}

/** Drops a database and its connections. */
export async function dropDatabase(adminUrl: string, database: string): Promise<void> {
  await withAdmin(adminUrl, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`),
  );
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

async function withAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}
