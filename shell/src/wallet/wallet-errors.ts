const REJECTED_CODES = new Set([4001, 5000]);
const REJECTED_TEXT = /user rejected|user denied|connection request reset/i;
const UNKNOWN_CHAIN_CODE = 4902;
const ALREADY_OPEN_CODE = -32002;

export interface WalletErrorParts {
  code?: unknown;
  message?: unknown;
  shortMessage?: unknown;
  details?: unknown;
  cause?: unknown;
  data?: unknown;
  reason?: unknown;
}

/** An error and the errors it wraps: in `cause`, or in `data.originalError` of mobile wallets. */
export function layers(error: unknown): WalletErrorParts[] {
  const found: WalletErrorParts[] = [];
  let next: unknown = error;
  while (typeof next === 'object' && next !== null && !found.includes(next)) {
    const layer: WalletErrorParts = next;
    found.push(layer);
    next = layer.cause ?? (layer.data as { originalError?: unknown } | null | undefined)?.originalError;
  }
  return found;
}

const texts = (layer: WalletErrorParts) =>
  [layer.shortMessage, layer.details, layer.message].filter((text) => typeof text === 'string');

/** WALLET-06: the user refused the request in the wallet. */
export function isRejection(error: unknown): boolean {
  return layers(error).some(
    (layer) =>
      (typeof layer.code === 'number' && REJECTED_CODES.has(layer.code)) ||
      texts(layer).some((text) => REJECTED_TEXT.test(text)),
  );
}

/** WALLET-14: the wallet does not know the chain. */
export function isUnknownChain(error: unknown): boolean {
  return layers(error).some(
    (layer) => texts(layer).some((text) => /unrecognized chain/i.test(text)) || isCode4902(layer),
  );
}

/** viem's SwitchChainError always has this code, so it says nothing about the wallet's answer. */
const isCode4902 = (layer: WalletErrorParts) =>
  layer.code === UNKNOWN_CHAIN_CODE && (layer as { name?: unknown }).name !== 'SwitchChainError';

/** The innermost error: the wallet's own. */
export function innermost(error: unknown): unknown {
  return layers(error).at(-1) ?? error;
}

/** The message under the wallet buttons (WALLET-05); null for a rejection (WALLET-06). */
export function walletMessage(error: unknown): string | null {
  if (isRejection(error)) return null;
  if (layers(error).some((layer) => layer.code === ALREADY_OPEN_CODE))
    return 'Your wallet already has an open request. Answer it there.';
  const [outer] = layers(error);
  // WALLET-09: the library puts the connector's name in.
  if ((outer as { name?: unknown } | undefined)?.name === 'ConnectorUnavailableReconnectingError')
    return 'Connector unavailable while reconnecting';
  const said = outer?.shortMessage ?? outer?.message;
  if (typeof said === 'string' && said !== '') return said;
  return 'The wallet failed without giving a reason.';
}
