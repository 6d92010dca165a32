import { STREAM } from '@touchline/api/event';
import {
  authAdminChanged,
  gamesAdminChanged,
  stakingAdminChanged,
} from '@touchline/api/events/admin-changes';
import { gamesSwitchesRequest, stakingSwitchesRequest } from '@touchline/api/events/admin-services';
import { walletEnded } from '@touchline/api/events/auth';
import {
  bootstrapChanged,
  bootstrapRequest,
  fixturesChanged,
  fixturesRequest,
  liveChanged,
  liveRequest,
} from '@touchline/api/events/fpl-relay';
import { applyCoefficient } from '@touchline/api/events/games';
import { coefficientsRequest, stakesChanged, stakingLiabilitiesRequest } from '@touchline/api/events/staking';
import type { TeamServiceManifest } from '@touchline/api/team-service-manifest';

/** Rights of one service on NATS. */
export interface BusRights {
  /**
   * First token of the events it publishes and, after `request.`, of the requests it replies to, in addition to
   * `request.admin.<service>.>`. Null for a service that does neither.
   */
  readonly owns: string | null;
  /** Requests it sends to other services. */
  readonly requests: readonly { readonly subject: string }[];
  /** Its durable consumers and the event that each follows. */
  readonly durables: Readonly<Record<string, { readonly subject: string }>>;
  /** Filters of its ephemeral consumers. */
  readonly tails: readonly string[];
}

/** Rights by user; nats-server denies everything else. */
export const BUS_RIGHTS: Readonly<Record<string, BusRights>> = {
  'fpl-relay': { owns: 'fpl', requests: [], durables: {}, tails: [] },
  games: {
    owns: 'games',
    requests: [
      bootstrapRequest,
      fixturesRequest,
      liveRequest,
      coefficientsRequest,
      stakingLiabilitiesRequest,
    ],
    durables: {
      'games-bootstrap': bootstrapChanged,
      'games-fixtures': fixturesChanged,
      'games-live': liveChanged,
      'games-stakes': stakesChanged,
      'games-ended-wallets': walletEnded,
    },
    tails: ['auth.>'],
  },
  staking: {
    owns: 'staking',
    requests: [bootstrapRequest, applyCoefficient],
    durables: {},
    tails: ['auth.>'],
  },
  admin: {
    owns: null,
    requests: [{ subject: 'request.admin.>' }],
    durables: {
      'admin-games': gamesAdminChanged,
      'admin-staking': stakingAdminChanged,
      'admin-auth': authAdminChanged,
    },
    tails: ['auth.>'],
  },
  gateway: {
    owns: 'auth',
    requests: [gamesSwitchesRequest, stakingSwitchesRequest],
    durables: {},
    tails: ['>'],
  },
};

/** A team service, as far as its rights depend on it. */
export type TeamUser = Pick<TeamServiceManifest, 'name' | 'consumes'>;

/**
 * A team service follows the declared events, and neither publishes events nor sends requests nor replies to any. Its events would
 * share the limits of the stream with the product's, and no service may follow them.
 */
const teamRights = ({ name, consumes }: TeamUser): BusRights => ({
  owns: null,
  requests: [],
  // The default names of `subscribe` in service-kit.
  durables: Object.fromEntries(
    consumes.map((subject) => [`${name}-${subject}`.replaceAll('.', '-'), { subject }]),
  ),
  tails: [],
});

const isTeam = (rights: BusRights) => !Object.values(BUS_RIGHTS).includes(rights);

/** May change, purge and delete the stream. No service has its password. */
export const OPERATOR = 'operator';

/** A service's inbox of replies. Services may not read each other's, so each has its own. */
const inboxSubject = (service: string) => `_INBOX_${service}.>`;

const api = (method: string, ...rest: string[]) => ['$JS.API', method, STREAM.name, ...rest].join('.');

/** Subjects of the requests that a service replies to. */
export const listReplySubjects = (service: string, rights: BusRights): string[] =>
  rights.owns === null ? [] : [`request.${rights.owns}.>`, `request.admin.${service}.>`];

function allowedSubjects(rights: BusRights): string[] {
  return [
    ...(rights.owns === null ? [] : [`${rights.owns}.>`]),
    ...rights.requests.map(({ subject }) => subject),
    api('STREAM.INFO'),
    ...(isTeam(rights) ? [] : [api('STREAM.CREATE')]), // of no effect on a stream that exists
    ...Object.entries(rights.durables).flatMap(([durable, event]) => [
      api('CONSUMER.CREATE', durable, event.subject),
      api('CONSUMER.INFO', durable),
      api('CONSUMER.MSG.NEXT', durable),
      `$JS.ACK.${STREAM.name}.${durable}.>`,
    ]),
    ...rights.tails.map((filter) => api('CONSUMER.CREATE', '*', ...(filter === '>' ? [] : [filter]))),
    ...(rights.tails.length > 0
      ? ['CONSUMER.INFO', 'CONSUMER.MSG.NEXT', 'CONSUMER.DELETE'].map((method) => api(method, '*'))
      : []),
  ];
}

type AllRights = Readonly<Record<string, BusRights>>;

/** The durable consumers of other services, which the wildcard of a tail's random name would include. */
function deniedSubjects(service: string, rights: BusRights, all: AllRights): string[] {
  if (rights.tails.length === 0) return [];
  return Object.entries(all)
    .filter(([other]) => other !== service)
    .flatMap(([, other]) => Object.keys(other.durables))
    .flatMap((durable) => [
      ...['CONSUMER.INFO', 'CONSUMER.MSG.NEXT', 'CONSUMER.DELETE', 'CONSUMER.CREATE'].map((method) =>
        api(method, durable),
      ),
      api('CONSUMER.CREATE', durable, '>'),
    ]);
}

/**
 * The `authorization` block of nats.conf; `password` returns a value as written in the file. In production the users of teams'
 * services are inserted before the operator (deploy/nats-users.sh).
 */
export function natsAuthorization(
  password: (user: string) => string,
  teams: readonly TeamUser[] = [],
): string {
  const all = { ...BUS_RIGHTS, ...Object.fromEntries(teams.map((team) => [team.name, teamRights(team)])) };
  const services = Object.entries(all).map(([service, rights]) =>
    natsUser(service, password(service), rights, all),
  );
  return `authorization {
  users: [
${services.join('\n')}
    {
      user: ${JSON.stringify(OPERATOR)}
      password: ${password(OPERATOR)}
    }
  ]
}
`;
}

function natsUser(service: string, password: string, rights: BusRights, all: AllRights): string {
  const deny = deniedSubjects(service, rights, all);
  return `    {
      user: ${JSON.stringify(service)}
      password: ${password}
      permissions: {
        publish: {
          allow: ${list(allowedSubjects(rights))}${deny.length > 0 ? `\n          deny: ${list(deny)}` : ''}
        }
        subscribe: ${list([inboxSubject(service), ...listReplySubjects(service, rights)])}
        allow_responses: { max: 1, expires: "1m" }
      }
    }`;
}

/** The user of a team service as an entry of `users`, which its folder contains for production. */
export const productionTeamUser = (team: TeamUser): string =>
  `${natsUser(team.name, `$${passwordVariable(team.name)}`, teamRights(team), BUS_RIGHTS)}\n`;

const list = (subjects: readonly string[]) =>
  `[\n${subjects.map((subject) => `            ${JSON.stringify(subject)}\n`).join('')}          ]`;

/** The name under which the environment holds a user's password in production. */
const passwordVariable = (user: string) => `${user.replaceAll('-', '_').toUpperCase()}_NATS_PASSWORD`;

/** deploy/nats.conf. */
export function productionNatsConfig(): string {
  return `# Written from tools/local-stack/src/dependencies/nats-rights.ts by its test: npx vitest run tools/local-stack/src/dependencies/nats-rights.test.ts -u
# JetStream on the volume; the services' events are well under a megabyte, snapshots of the feed are not.
max_payload: 8MB
# For the health check; reachable inside the container only.
http: "127.0.0.1:8222"
jetstream {
  store_dir: /data
  max_memory_store: 128MB
  max_file_store: 4GB
}
${natsAuthorization((user) => `$${passwordVariable(user)}`)}`;
}

/** deploy/kubernetes/nats/users.conf: the same users for a cluster of three. */
export const clusterNatsUsers = () =>
  `# Written from tools/local-stack/src/dependencies/nats-rights.ts by its test: npx vitest run tools/local-stack/src/dependencies/nats-rights.test.ts -u
${natsAuthorization((user) => `$${passwordVariable(user)}`)}`;
