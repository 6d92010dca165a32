import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUS_RIGHTS, clusterNatsUsers, listReplySubjects, productionNatsConfig } from './nats-rights.ts';

const PROJECT = join(import.meta.dirname, '../../../..');
const EVENTS = join(PROJECT, 'packages/api/src/events');

interface Subject {
  name: string;
  subject: string;
}

/** Every event and request that packages/api declares. */
async function declared(): Promise<Subject[]> {
  const files = readdirSync(EVENTS).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(join(EVENTS, file))),
  );
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      value && typeof value === 'object' && 'subject' in value
        ? [{ name, subject: String(value.subject) }]
        : [],
    ),
  );
}

/** The product's sources of a service. */
function sourcesOf(service: string): string {
  const root = join(PROJECT, service === 'gateway' ? 'gateway' : `services/${service}`, 'src');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.') && !name.startsWith('testing/'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
}

const found = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name)),
];

/** Returns whether a right, which may end with the wildcard `>`, includes a subject. */
const includes = (right: string, subject: string) =>
  right.endsWith('>') ? subject.startsWith(right.slice(0, -1)) : subject === right;

test('S6 every declared event and request belongs to exactly one service', async () => {
  for (const { name, subject } of await declared()) {
    const owners = Object.entries(BUS_RIGHTS).filter(([service, rights]) =>
      [`${rights.owns}.>`, ...listReplySubjects(service, rights)].some((right) => includes(right, subject)),
    );
    expect(owners, name).toHaveLength(1);
  }
});

test.each(Object.entries(BUS_RIGHTS))(
  'S6 %s has the rights that its sources need, and no others',
  async (service, rights) => {
    const subjects = new Map((await declared()).map(({ name, subject }) => [name, subject]));
    const subjectsOf = (names: (string | undefined)[]) =>
      names.map((name) => subjects.get(name ?? '')).sort();
    const source = sourcesOf(service);
    const requested = subjectsOf(found(source, /\brequest\(\s*bus,\s*(\w+)/g)).map(String);
    const allowed = rights.requests.map(({ subject }) => subject);
    expect(requested.filter((subject) => !allowed.some((right) => includes(right, subject)))).toEqual([]);
    expect(allowed.filter((right) => !requested.some((subject) => includes(right, subject)))).toEqual([]);
    const followed = subjectsOf(found(source, /\bsubscribe\(\s*bus,\s*(\w+)/g));
    expect(followed).toEqual(
      Object.values(rights.durables)
        .map(({ subject }) => subject)
        .sort(),
    );
    expect(found(source, /durable: '([^']+)'/g).sort()).toEqual(Object.keys(rights.durables).sort());
    for (const subject of subjectsOf(found(source, /\breply\(\s*bus,\s*(\w+)/g)))
      expect(
        listReplySubjects(service, rights).filter((right) => includes(right, `${subject}`)),
      ).toHaveLength(1);
    for (const subject of subjectsOf(found(source, /\bwriteOutbox\(\s*\w+,\s*(\w+)/g)))
      expect(subject ?? `${rights.owns}.`, 'its own event').toMatch(new RegExp(`^${rights.owns}\\.`));
  },
);

test('S6 the production configuration has these rights, and its monitoring port is on the loopback address', async () => {
  await expect(productionNatsConfig()).toMatchFileSnapshot(join(PROJECT, 'deploy/nats.conf'));
  await expect(clusterNatsUsers()).toMatchFileSnapshot(join(PROJECT, 'deploy/kubernetes/nats/users.conf'));
  const monitoring = productionNatsConfig().match(/^(http|http_port|https_port|monitor_port).*$/gm);
  expect(monitoring).toEqual(['http: "127.0.0.1:8222"']);
});
