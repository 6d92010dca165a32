import type { Connector } from 'wagmi';
import { connect, disconnect } from 'wagmi/actions';
import { settle } from './settle.ts';
import type { Wagmi } from './wagmi-config.ts';

/** What the phone scans. */
export interface QrCode {
  /** `wc:...`, for "Copy link" and wallets on the same phone. */
  uri: string;
  /** Modules per side, quiet zone included. */
  size: number;
  /** SVG path of the dark modules. */
  path: string;
}

/** The QR kind of wallet as the wallet control uses it. */
export interface QrKit {
  connector: Connector;
  draw(uri: string): QrCode;
  /** Ends the attempt under way: a phone that answers it later finds nothing. */
  abandon(): Promise<void>;
  /** Hears that the phone has agreed; the session itself is still to come. Returns the end of it. */
  onApproved(listener: () => void): Promise<() => void>;
}

/** The code of the QR kind is here and the relay has answered within this, or one of them is not to be had. */
const CODE_WITHIN_MS = 20_000;
/** The library's own life of a proposal. */
const CODE_LIVES_MS = 5 * 60_000;
/** From the phone's yes to the session. */
const SETTLES_WITHIN_MS = 20_000;

const TOO_LATE = {
  code: 'The QR connection could not be made. Check your internet connection and try again.',
  scan: 'The QR code has expired. Ask for a new one.',
  settle: 'Your wallet agreed, but the connection was not completed. Try again.',
};

/** The user no longer wants it. */
export class QrCancelled extends Error {}

interface Attempt {
  cancelled: AbortSignal;
  onCode(code: QrCode): void;
}

/**
 * Connects a phone: fetches the QR kind, shows a code, waits until it was scanned and agreed to. Raises what the phone
 * answers, that it was too late, or QrCancelled.
 */
export async function connectByQr(config: Wagmi, loading: Promise<QrKit>, attempt: Attempt): Promise<void> {
  const limits = timeLimits(attempt.cancelled);
  limits.set('code', CODE_WITHIN_MS);
  try {
    const kit = await Promise.race([loading, limits.over]);
    await scanned(config, kit, limits, attempt);
  } finally {
    limits.clear();
  }
}

async function scanned(config: Wagmi, kit: QrKit, limits: TimeLimits, { onCode }: Attempt): Promise<void> {
  const { connector } = kit;
  const onMessage = ({ type, data }: { type: string; data?: unknown }) => {
    if (type !== 'display_uri' || typeof data !== 'string') return;
    limits.set('scan', CODE_LIVES_MS);
    onCode(kit.draw(data));
  };
  connector.emitter.on('message', onMessage);
  const deaf = kit.onApproved(() => limits.set('settle', SETTLES_WITHIN_MS)).catch(() => () => {});
  const attempt = connect(config, { connector });
  let over = false;
  attempt.then(
    // Somebody who has gone away must not find himself connected.
    () => (over ? disconnect(config, { connector }) : undefined),
    () => undefined,
  );
  try {
    await Promise.race([attempt, limits.over]);
  } catch (error) {
    over = true;
    throw expiredByItself(error) ? new Error(TOO_LATE.scan) : error;
  } finally {
    connector.emitter.off('message', onMessage);
    void deaf.then((stop) => stop());
    if (over) {
      kit.abandon().catch(() => undefined);
      settle(config);
    }
  }
}

const expiredByItself = (error: unknown) => error instanceof Error && /proposal expired/i.test(error.message);

type TimeLimits = ReturnType<typeof timeLimits>;

/** One limit at a time; `over` rejects when it has passed or the user has had enough. */
function timeLimits(cancelled: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fail: (error: Error) => void = () => {};
  const over = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const stop = () => fail(new QrCancelled());
  cancelled.addEventListener('abort', stop);
  if (cancelled.aborted) stop();
  return {
    over,
    set(what: keyof typeof TOO_LATE, ms: number) {
      clearTimeout(timer);
      timer = setTimeout(() => fail(new Error(TOO_LATE[what])), ms);
    },
    clear() {
      clearTimeout(timer);
      cancelled.removeEventListener('abort', stop);
    },
  };
}
