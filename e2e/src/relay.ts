import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** Tags of WalletConnect's messages. */
export const TAG = { proposal: 1100, proposalResponse: 1101, settle: 1102, settleResponse: 1103 } as const;

/** A local WalletConnect relay between pages and phones that can lose messages. */
export interface Relay {
  url: string;
  /** Loses all messages with this tag until the returned function is called. */
  lose(tag: number): () => void;
  /** The number of published messages with this tag, including lost ones. */
  published(tag: number): number;
  /** The number of connected pages and phones. */
  connections(): number;
  /** The number of subscriptions so far, including repeated ones. */
  subscriptions(): number;
  /** Cuts all connections; clients reconnect. */
  cut(): void;
  /** Cuts all connections once, in place of the next message with this tag. Its author repeats it after 15 to 20 seconds. */
  cutAt(tag: number): void;
  stop(): Promise<void>;
}

interface Message {
  topic: string;
  message: string;
  tag: number;
  publishedAt: number;
  expiresAt: number;
  attestation?: string;
  /** Its author and the clients that confirmed it. */
  seenBy: Set<string>;
}

/** A connection; a client keeps its name when it reconnects. */
interface Client {
  socket: WebSocket;
  name: string;
  /** Delivered messages by id, until confirmed. */
  unconfirmed: Map<number, Message>;
}

interface Request {
  id: number;
  method?: string;
  params?: Params;
}

/** The parameters of all methods. */
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

/** Clients on Node drop a connection after 35 silent seconds. */
const PING_MS = 20_000;
const DEFAULT_TTL_SECONDS = 300;

/** Starts the relay on a free port of 127.0.0.1. */
export async function startRelay(): Promise<Relay> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const mailbox = new Mailbox();
  const methods = methodsOf(mailbox);
  server.on('connection', (socket, { url }) => {
    const client: Client = { socket, name: nameOf(url ?? ''), unconfirmed: new Map() };
    const alive = setInterval(() => socket.ping(), PING_MS);
    socket.on('message', (text) => respond(client, JSON.parse(String(text)) as Request, methods));
    socket.on('close', () => {
      clearInterval(alive);
      mailbox.forget(client);
    });
  });
  const cut = () => {
    for (const client of server.clients) client.terminate();
  };
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (tag) => mailbox.lose(tag),
    published: (tag) => mailbox.published(tag),
    connections: () => server.clients.size,
    subscriptions: () => mailbox.subscriptions,
    cut,
    cutAt: (tag) => mailbox.interrupt(tag, cut),
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Stores messages by topic and delivers each once to every subscriber. */
class Mailbox {
  readonly #subscribers = new Map<string, Set<Client>>();
  readonly #messages: Message[] = [];
  readonly #lostTags = new Set<number>();
  readonly #interruptions = new Map<number, () => void>();
  readonly #counts = new Map<number, number>();
  subscriptions = 0;
  #pushes = 0;

  subscribe(client: Client, topic: string): string {
    this.subscriptions += 1;
    const subscribers = this.#subscribers.get(topic) ?? new Set();
    this.#subscribers.set(topic, subscribers.add(client));
    // A wallet subscribes after the proposal was published, so messages wait. They follow the response, because the client
    // learns its subscription from it.
    queueMicrotask(() => {
      for (const message of this.#messages)
        if (message.topic === topic && !message.seenBy.has(client.name) && message.expiresAt > Date.now())
          this.#push(client, message);
    });
    return subscriptionId(topic);
  }

  unsubscribe(client: Client, topic: string): void {
    this.#subscribers.get(topic)?.delete(client);
  }

  forget(client: Client): void {
    for (const subscribers of this.#subscribers.values()) subscribers.delete(client);
  }

  publish(from: Client, topic: string, text: string, { tag = 0, ttl, attestation }: Partial<Params>): void {
    const publishedAt = Date.now();
    const message: Message = {
      topic,
      message: text,
      tag,
      publishedAt,
      expiresAt: publishedAt + (ttl ?? DEFAULT_TTL_SECONDS) * 1000,
      seenBy: new Set([from.name]),
      ...(attestation ? { attestation } : {}),
    };
    this.#counts.set(tag, this.published(tag) + 1);
    const interruption = this.#interruptions.get(tag);
    this.#interruptions.delete(tag);
    if (interruption) {
      interruption();
      return;
    }
    if (this.#lostTags.has(tag)) return;
    this.#messages.push(message);
    for (const client of this.#subscribers.get(topic) ?? [])
      if (client.name !== from.name) this.#push(client, message);
  }

  published(tag: number): number {
    return this.#counts.get(tag) ?? 0;
  }

  lose(tag: number): () => void {
    this.#lostTags.add(tag);
    return () => void this.#lostTags.delete(tag);
  }

  /** Calls the function once instead of publishing the next message with this tag. */
  interrupt(tag: number, interruption: () => void): void {
    this.#interruptions.set(tag, interruption);
  }

  #push(to: Client, message: Message): void {
    const { seenBy: _, expiresAt: __, ...data } = message;
    this.#pushes += 1;
    const id = Date.now() * 1000 + this.#pushes;
    to.unconfirmed.set(id, message);
    const params = { id: subscriptionId(message.topic), data };
    to.socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }));
  }
}

type Methods = Record<string, (client: Client, params: Params) => unknown>;

/** The methods of the protocol; each returns its result. */
function methodsOf(mailbox: Mailbox): Methods {
  return {
    irn_subscribe: (client, { topic }) => mailbox.subscribe(client, topic),
    irn_batchSubscribe: (client, { topics }) => topics.map((topic) => mailbox.subscribe(client, topic)),
    irn_unsubscribe: (client, { topic }) => {
      mailbox.unsubscribe(client, topic);
      return true;
    },
    irn_batchUnsubscribe: (client, { subscriptions }) => {
      for (const { topic } of subscriptions) mailbox.unsubscribe(client, topic);
      return true;
    },
    irn_publish: (client, params) => {
      mailbox.publish(client, params.topic, params.message, params);
      return true;
    },
    irn_batchPublish: (client, { messages }) => {
      for (const one of messages) mailbox.publish(client, one.topic, one.message, one);
      return true;
    },
    irn_fetchMessages: () => ({ messages: [], hasMore: false }),
    irn_batchFetchMessages: () => ({ messages: [], hasMore: false }),
    wc_proposeSession: (client, { pairingTopic, sessionProposal, attestation }) => {
      mailbox.subscribe(client, pairingTopic);
      const about = { tag: TAG.proposal, ...(attestation ? { attestation } : {}) };
      mailbox.publish(client, pairingTopic, sessionProposal, about);
      return true;
    },
    wc_approveSession: (client, params) => {
      mailbox.subscribe(client, params.sessionTopic);
      mailbox.publish(client, params.pairingTopic, params.sessionProposalResponse, {
        tag: TAG.proposalResponse,
      });
      mailbox.publish(client, params.sessionTopic, params.sessionSettlementRequest, { tag: TAG.settle });
      return true;
    },
  };
}

function respond(client: Client, { id, method, params }: Request, methods: Methods): void {
  // Without a method it confirms a message.
  if (!method) {
    client.unconfirmed.get(id)?.seenBy.add(client.name);
    return;
  }
  const known = methods[method];
  const outcome = known
    ? { result: known(client, params as Params) }
    : { error: { code: -32601, message: `${method} is not a method of this relay` } };
  client.socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...outcome }));
}

/** Clients authenticate with a self-made token; its issuer is their name. */
function nameOf(url: string): string {
  const token = new URL(url, 'ws://relay').searchParams.get('auth') ?? '';
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { iss: string }).iss;
}

const subscriptionId = (topic: string) => `sub-${topic.slice(0, 12)}`;
