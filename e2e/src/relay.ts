import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** Tags of WalletConnect's messages, as its relay sees them. */
export const TAG = { proposal: 1100, proposalAnswer: 1101, settle: 1102 } as const;

/** A relay between pages and phones, of this machine's own; a story may lose messages in it. */
export interface Relay {
  url: string;
  /** Loses every message with this tag from now on; the result ends it. */
  lose(tag: number): () => void;
  /** How many messages with this tag were published, the lost ones too. */
  published(tag: number): number;
  /** How many pages and phones are connected. */
  connections(): number;
  /** Cuts every connection; clients come back by themselves. */
  cut(): void;
  stop(): Promise<void>;
}

interface Letter {
  topic: string;
  message: string;
  tag: number;
  publishedAt: number;
  expiresAt: number;
  attestation?: string;
  /** Who wrote it, and who has confirmed it: nobody gets a letter twice. */
  known: Set<string>;
}

/** A connection; a client that comes back has another one and the same name. */
interface Client {
  socket: WebSocket;
  name: string;
  /** Letters that it has not confirmed yet, by push. */
  unconfirmed: Map<number, Letter>;
}

interface Request {
  id: number;
  method?: string;
  params?: Params;
}

/** What the methods carry; each uses a few of them. */
interface Params {
  topic: string;
  topics: string[];
  message: string;
  messages: Params[];
  subscriptions: { topic: string }[];
  tag?: number;
  /** Seconds. */
  ttl?: number;
  attestation?: string;
  pairingTopic: string;
  sessionTopic: string;
  sessionProposal: string;
  sessionProposalResponse: string;
  sessionSettlementRequest: string;
}

/** Node's clients give up a connection that is silent for 35 seconds. */
const PING_MS = 20_000;
const DEFAULT_TTL_SECONDS = 300;

/** Starts the relay on a free port of 127.0.0.1. */
export async function startRelay(): Promise<Relay> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const readers = new Map<string, Set<Client>>();
  const mail: Letter[] = [];
  const lost = new Set<number>();
  const counts = new Map<number, number>();
  let pushes = 0;

  function push(to: Client, letter: Letter) {
    const { topic, message, publishedAt, tag, attestation } = letter;
    pushes += 1;
    const id = Date.now() * 1000 + pushes;
    to.unconfirmed.set(id, letter);
    const data = { topic, message, publishedAt, tag, ...(attestation ? { attestation } : {}) };
    to.socket.send(
      JSON.stringify({
        id,
        jsonrpc: '2.0',
        method: 'irn_subscription',
        params: { id: subscriptionId(topic), data },
      }),
    );
  }

  function subscribe(reader: Client, topic: string): string {
    const those = readers.get(topic) ?? new Set();
    readers.set(topic, those.add(reader));
    // A wallet subscribes after the proposal was published: letters wait for it. They follow the answer, or the client
    // would not know their topic yet.
    queueMicrotask(() => {
      for (const letter of mail)
        if (letter.topic === topic && !letter.known.has(reader.name) && letter.expiresAt > Date.now())
          push(reader, letter);
    });
    return subscriptionId(topic);
  }

  function unsubscribe(reader: Client, topic: string) {
    readers.get(topic)?.delete(reader);
  }

  function publish(from: Client, topic: string, message: string, about: Partial<Params>) {
    const { tag = 0, ttl = DEFAULT_TTL_SECONDS, attestation } = about;
    const publishedAt = Date.now();
    const letter: Letter = {
      ...{ topic, message, tag, publishedAt, expiresAt: publishedAt + ttl * 1000 },
      known: new Set([from.name]),
      ...(attestation ? { attestation } : {}),
    };
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
    if (lost.has(tag)) return;
    mail.push(letter);
    for (const reader of readers.get(topic) ?? []) if (reader.name !== from.name) push(reader, letter);
  }

  /** The methods of the protocol; each returns its result. */
  const methods: Record<string, (client: Client, params: Params) => unknown> = {
    irn_subscribe: (client, { topic }) => subscribe(client, topic),
    irn_batchSubscribe: (client, { topics }) => topics.map((topic) => subscribe(client, topic)),
    irn_unsubscribe: (client, { topic }) => {
      unsubscribe(client, topic);
      return true;
    },
    irn_batchUnsubscribe: (client, { subscriptions }) => {
      for (const { topic } of subscriptions) unsubscribe(client, topic);
      return true;
    },
    irn_publish: (client, params) => {
      publish(client, params.topic, params.message, params);
      return true;
    },
    irn_batchPublish: (client, { messages }) => {
      for (const one of messages) publish(client, one.topic, one.message, one);
      return true;
    },
    irn_fetchMessages: () => ({ messages: [], hasMore: false }),
    irn_batchFetchMessages: () => ({ messages: [], hasMore: false }),
    wc_proposeSession: (client, { pairingTopic, sessionProposal, attestation }) => {
      subscribe(client, pairingTopic);
      publish(client, pairingTopic, sessionProposal, {
        tag: TAG.proposal,
        ...(attestation ? { attestation } : {}),
      });
      return true;
    },
    wc_approveSession: (client, params) => {
      subscribe(client, params.sessionTopic);
      publish(client, params.pairingTopic, params.sessionProposalResponse, { tag: TAG.proposalAnswer });
      publish(client, params.sessionTopic, params.sessionSettlementRequest, { tag: TAG.settle });
      return true;
    },
  };

  function answer(client: Client, { id, method, params }: Request) {
    // Without a method it is the client's receipt for a letter.
    if (!method) {
      client.unconfirmed.get(id)?.known.add(client.name);
      return;
    }
    const known = methods[method];
    const outcome = known
      ? { result: known(client, params as Params) }
      : { error: { code: -32601, message: `${method} is not a method of this relay` } };
    client.socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...outcome }));
  }

  server.on('connection', (socket, { url }) => {
    const client: Client = { socket, name: nameOf(url ?? ''), unconfirmed: new Map() };
    const alive = setInterval(() => socket.ping(), PING_MS);
    socket.on('message', (text) => answer(client, JSON.parse(String(text)) as Request));
    socket.on('close', () => {
      clearInterval(alive);
      for (const those of readers.values()) those.delete(client);
    });
  });

  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose(tag) {
      lost.add(tag);
      return () => void lost.delete(tag);
    },
    published: (tag) => counts.get(tag) ?? 0,
    connections: () => server.clients.size,
    cut() {
      for (const client of server.clients) client.terminate();
    },
    async stop() {
      for (const client of server.clients) client.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Clients sign in with a token of their own making; its issuer is their name. */
function nameOf(url: string): string {
  const token = new URL(url, 'ws://relay').searchParams.get('auth') ?? '';
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { iss: string }).iss;
}

const subscriptionId = (topic: string) => `sub-${topic.slice(0, 12)}`;
