import { parseArgs } from 'node:util';
import type { Client } from '@touchline/api/client';
import {
  changeTesters,
  listReleases,
  moveRoute,
  NEXT_VERSION,
  previewRelease,
  promoteRelease,
  type RemoteReleases,
  replaceReleaseToken,
  rollbackRelease,
  shareRelease,
} from '@touchline/api/http/releases';
import { readBuilt } from './built-remote.ts';
import {
  type PublicationOptions,
  publish,
  releaseClient,
  type Target,
  validReleaseToken,
} from './publish.ts';

type Publication = PublicationOptions & { readonly target: Target };

/** Reads the options of publish-remote (bin/publish-remote.mjs). @throws Error naming the first wrong one */
export function readPublication(args: readonly string[]): Publication {
  const { values } = parseArgs({
    args: [...args],
    options: {
      to: { type: 'string' },
      share: { type: 'string', default: '100' },
      'security-fix': { type: 'boolean', default: false },
    },
  });
  return {
    target: { url: requireUrl(values.to), token: readToken() },
    share: readPercent('--share', values.share),
    securityFix: values['security-fix'],
  };
}

/** Publishes the build in a folder. */
export async function publishCommand(folder: string, { target, ...options }: Publication): Promise<string> {
  const { remote, version, published } = await publish(target, readBuilt(folder), options);
  const done = published ? 'is published' : 'was published before, with the same files';
  const lines = [`${remote.name} ${version} ${done}.`, table([remote])];
  if (options.share === 0) lines.push(await previewLink(target, remote.name, version));
  return lines.join('\n');
}

/** Creates the link of a preview, as a line that is also Markdown for a comment on a pull request. */
async function previewLink(target: Target, name: string, version: string, hours?: number): Promise<string> {
  const body = { version, ...(hours === undefined ? {} : { hours }) };
  const { token, path, until } = await releaseClient(target).request(previewRelease, {
    params: { name },
    body,
  });
  const link = new URL(path, target.url);
  link.searchParams.set('preview', token);
  const what = version === NEXT_VERSION ? 'the next version' : version;
  return `Preview of ${name}, ${what}, until ${until}: ${link.href}`;
}

interface ReleaseContext {
  readonly project: string;
  /** Returns the secret that signs tokens; `home` is the folder that the user named. */
  readonly secret: (home: string | undefined) => string;
  /** Shows what is about to happen. Returns false if the user declines. */
  readonly confirm: (sentence: string) => Promise<boolean>;
  /** Shows a sentence that is not part of the output, which may be redirected to a file. */
  readonly note: (sentence: string) => void;
}

/** Options besides `--to`, and the number of words, of each command in bin/release.mjs. */
const COMMANDS: Readonly<Record<string, { words: number; options: readonly string[] }>> = {
  list: { words: 0, options: [] },
  promote: { words: 2, options: [] },
  share: { words: 3, options: [] },
  rollback: { words: 1, options: ['to-version', 'version'] },
  preview: { words: 2, options: ['hours'] },
  testers: { words: 1, options: ['add', 'remove', 'link'] },
  token: { words: 1, options: ['home'] },
  'replace-token': { words: 1, options: ['home'] },
  'move-route': { words: 2, options: ['home'] },
};

/** Runs a command of bin/release.mjs. @returns its output. @throws Error for a wrong word or option */
export async function releaseCommand(args: readonly string[], context: ReleaseContext): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      'to-version': { type: 'string' },
      version: { type: 'string' },
      home: { type: 'string' },
      hours: { type: 'string' },
      add: { type: 'string', multiple: true },
      remove: { type: 'string', multiple: true },
      link: { type: 'boolean' },
    },
  });
  const [what = '', ...words] = positionals;
  const command = COMMANDS[what];
  const unknown = Object.keys(values).find((name) => name !== 'to' && !command?.options.includes(name));
  const reject = (problem: string) => new Error(`${problem}. See npm run release -- --help`);
  if (!command) throw reject(what === '' ? 'A command is missing' : `There is no command ${what}`);
  if (words.length !== command.words)
    throw reject(`${what} takes ${command.words} words before its options, not ${words.length}`);
  if (unknown !== undefined) throw reject(`${what} does not know --${unknown}`);
  const { to, home } = values;
  if (command.options.includes('home')) return signingCommand(what, words, { to, home, context });
  const target = { url: requireUrl(to), token: readToken() };
  const client = releaseClient(target);
  if (what === 'list') return table((await client.request(listReleases)).remotes);
  const [name = '', version = '', percent = ''] = words;
  if (what === 'rollback' && values.version !== undefined)
    return withdraw(client, name, values.version, context);
  if (what === 'rollback') return rollBack(client, name, values['to-version'], context);
  if (what === 'preview') return previewLink(target, name, version, readHours(values.hours));
  if (what === 'testers') return changeTestersOf(target, name, values);
  const params = { name };
  const { remote } =
    what === 'promote'
      ? await client.request(promoteRelease, { params, body: { version } })
      : await client.request(shareRelease, {
          params,
          body: { version, percent: readPercent('PERCENT', percent) },
        });
  return table([remote]);
}

/** Lists or changes the testers of a remote, or creates a link that makes a browser a tester. */
async function changeTestersOf(
  target: Target,
  name: string,
  { add = [], remove = [], link = false }: { add?: string[]; remove?: string[]; link?: boolean },
): Promise<string> {
  if (link) return previewLink(target, name, NEXT_VERSION, MAX_PREVIEW_HOURS);
  const { testers } = await releaseClient(target).request(changeTesters, {
    params: { name },
    body: { add, remove },
  });
  return testers.length > 0 ? testers.join('\n') : `${name} has no testers`;
}

/** Runs a command that signs a token itself. */
async function signingCommand(
  what: string,
  words: readonly string[],
  { to, home, context }: { to: string | undefined; home: string | undefined; context: ReleaseContext },
): Promise<string> {
  const [first = '', second = ''] = words;
  const secret = context.secret(home);
  const url = requireUrl(to);
  if (what === 'token') return validReleaseToken(context.project, secret, first, url);
  const client = releaseClient({
    url,
    token: await validReleaseToken(context.project, secret, 'all', url),
  });
  if (what === 'move-route') {
    const params = { name: second };
    const { previous } = await client.request(moveRoute, { params, body: { path: first } });
    return `${first} belongs to ${second}${previous === null ? '' : ` instead of ${previous}`} from now on.`;
  }
  const { token, number } = await client.request(replaceReleaseToken, { params: { name: first }, body: {} });
  context.note(`This is token ${number} of ${first}. The previous one is rejected from now on.`);
  return token;
}

/** Names the version that comes back, and rolls back to exactly that one. */
async function rollBack(
  client: Client,
  name: string,
  version: string | undefined,
  { confirm }: ReleaseContext,
): Promise<string> {
  const remote = (await client.request(listReleases)).remotes.find((one) => one.name === name);
  if (!remote) throw new Error(`This token has no remote ${name}.`);
  const to = version ?? remote.rollback_to;
  if (to === null) throw new Error(`${name} has no earlier version to roll back to.`);
  const { share, current_version: current } = remote;
  const shared = share ? `the share of ${share.version} ends` : '';
  const replaced = to === current ? '' : `${current} is replaced with ${to}`;
  const steps = [shared, replaced].filter(Boolean).join(', ') || `${to} is current already`;
  if (!(await confirm(`${name}: ${steps}. Every visitor then gets ${to}.`))) return 'Nothing was changed.';
  return table([(await client.request(rollbackRelease, { params: { name }, body: { to } })).remote]);
}

/** Withdraws a version that no visitor gets. */
async function withdraw(
  client: Client,
  name: string,
  version: string,
  { confirm }: ReleaseContext,
): Promise<string> {
  const sentence = `${name}: the previews of ${version} end, and no rollback returns to it.`;
  if (!(await confirm(sentence))) return 'Nothing was changed.';
  return table([(await client.request(rollbackRelease, { params: { name }, body: { version } })).remote]);
}

function readToken(): string {
  const given = process.env.REMOTE_TOKEN;
  if (!given)
    throw new Error('REMOTE_TOKEN is missing: the token of this remote, from the operator of the product');
  return given;
}

function requireUrl(to: string | undefined): string {
  if (to === undefined || !URL.canParse(to))
    throw new Error('--to is the address of the product, like https://touchline.example');
  return to;
}

const MAX_PREVIEW_HOURS = 720;

function readHours(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const hours = Number(text);
  if (!/^\d{1,3}$/.test(text) || hours < 1 || hours > MAX_PREVIEW_HOURS)
    throw new Error(`--hours is a number, 1 to ${MAX_PREVIEW_HOURS}`);
  return hours;
}

function readPercent(name: string, text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100) throw new Error(`${name} is a percentage, 0 to 100`);
  return Number(text);
}

/** One line per version, the latest first, and what a rollback returns to. */
function table(remotes: readonly RemoteReleases[]): string {
  const lines = remotes.flatMap(({ name, share, versions, rollback_to }) => [
    ...versions.map(({ version, published_at, state, because, security_fix }) =>
      [
        name.padEnd(18),
        version.padEnd(24),
        (state === 'shared' ? `shared ${share?.percent} %` : state).padEnd(12),
        published_at,
        [security_fix ? 'security fix' : '', because ?? ''].filter(Boolean).join(', '),
      ]
        .join('  ')
        .trimEnd(),
    ),
    ...(rollback_to === null ? [] : [`${name.padEnd(18)}  a rollback leaves ${rollback_to} current`]),
  ]);
  return lines.length > 0 ? lines.join('\n') : 'nothing is published';
}
