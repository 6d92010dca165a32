import {
  listReleases,
  promoteRelease,
  type RemoteReleases,
  replaceReleaseToken,
  rollbackRelease,
  shareRelease,
} from '@touchline/api/http/releases';
import { readBuilt } from './built-remote.ts';
import { publish, releaseClient, releaseToken, type Target } from './publish.ts';

export const PUBLISH_USAGE =
  'npm run publish-remote -w NAME -- --to URL [--share PERCENT]     (REMOTE_TOKEN=...)';
export const REMOTES_USAGE = `npm run remotes -- list --to URL                               (REMOTE_TOKEN=...)
npm run remotes -- promote NAME VERSION --to URL
npm run remotes -- share NAME VERSION PERCENT --to URL
npm run remotes -- rollback NAME --to URL
npm run remotes -- token NAME                                  (RELEASE_SECRET=..., or the home of npm start)
npm run remotes -- replace-token NAME --to URL                 (the same)`;

/** Publishes the build in a folder: `--to URL [--share PERCENT]`. */
export async function publishCommand(folder: string, args: readonly string[]): Promise<string> {
  const { words, to, share } = readArguments(args);
  if (words.length > 0 || !to) throw new Error(`usage: ${PUBLISH_USAGE}`);
  const { remote, version, published } = await publish({ url: to, token: token() }, readBuilt(folder), share);
  const done = published ? 'is published' : 'was published before, with the same files';
  return `${remote.name} ${version} ${done}.\n${table([remote])}`;
}

/** `list`, `promote`, `share`, `rollback`, `token` and `replace-token`. `secret` is what `token` signs with. */
export async function remotesCommand(
  project: string,
  args: readonly string[],
  secret: () => string,
): Promise<string> {
  const { words, to } = readArguments(args);
  const [what, name = '', version = '', percent = ''] = words;
  if (what === 'token' && name) return releaseToken(project, secret(), name);
  if (!to) throw new Error(`usage:\n${REMOTES_USAGE}`);
  if (what === 'replace-token' && name)
    return replaceToken({ url: to, token: releaseToken(project, secret(), 'all') }, name);
  const client = releaseClient({ url: to, token: token() } satisfies Target);
  const params = { name };
  const change = async () => {
    if (what === 'promote') return client.request(promoteRelease, { params, body: { version } });
    if (what === 'rollback') return client.request(rollbackRelease, { params, body: {} });
    if (what === 'share' && /^\d+$/.test(percent))
      return client.request(shareRelease, { params, body: { version, percent: Number(percent) } });
    throw new Error(`usage:\n${REMOTES_USAGE}`);
  };
  if (what === 'list') return table((await client.request(listReleases)).remotes);
  return table([(await change()).remote]);
}

async function replaceToken(deployment: Target, name: string): Promise<string> {
  const { token, number } = await releaseClient(deployment).request(replaceReleaseToken, {
    params: { name },
    body: {},
  });
  return `${token}\nThis is token ${number} of ${name}. The previous one is rejected from now on.`;
}

function token(): string {
  const given = process.env.REMOTE_TOKEN;
  if (!given)
    throw new Error('REMOTE_TOKEN is missing: the token of this remote, from the operator of the product');
  return given;
}

function readArguments(args: readonly string[]) {
  const words: string[] = [];
  const options: Record<string, string> = {};
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--to' || arg === '--share') options[arg] = args[++at] ?? '';
    else words.push(arg);
  }
  const share = options['--share'] ?? '100';
  if (!/^\d{1,3}$/.test(share)) throw new Error('--share is a percentage, 0 to 100');
  return { words, to: options['--to'], share: Number(share) };
}

/** One line per version, the latest first. */
function table(remotes: readonly RemoteReleases[]): string {
  const lines = remotes.flatMap(({ name, share, versions }) =>
    versions.map(({ version, published_at, state, because }) =>
      [
        name.padEnd(18),
        version.padEnd(24),
        (state === 'shared' ? `shared ${share?.percent} %` : state).padEnd(12),
        published_at,
        because ?? '',
      ]
        .join('  ')
        .trimEnd(),
    ),
  );
  return lines.length > 0 ? lines.join('\n') : 'nothing is published';
}
