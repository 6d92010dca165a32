import { invalidParams } from './errors.ts';

/** A message that the page wants signed. */
export interface SignRequest {
  title: string;
  text: string;
}

/** A transaction that the page wants sent. */
export interface SendRequest {
  /** The formatted amount: `500 FOOTBALL`. */
  amount: string;
  /** The receiving address. */
  recipient: string;
  /** Null for a plain transfer of ETH or of the token. */
  warning: string | null;
  /** True if a contract pays the amount to the recipient. */
  isClaim?: boolean;
}

interface Token {
  address: string;
  symbol: string;
  decimals: number;
}

export const ETHER = { symbol: 'ETH', decimals: 18 };
/** transfer(address,uint256) */
const TRANSFER = '0xa9059cbb';
/** claim(bytes32,uint256,address,uint256,bytes32[]) of the prize vault, whose tokens all have 18 decimals. */
const CLAIM = '0x7e22b75a';
const PRIZE = { symbol: 'tokens', decimals: 18 };

/** Decodes the hex of personal_sign; returns the input unchanged if it is not UTF-8 text. */
export function decodeMessage(data: unknown): string {
  if (typeof data !== 'string') throw invalidParams('The message');
  if (!/^0x([0-9a-f]{2})*$/i.test(data)) return data;
  const bytes = Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return data;
  }
}

/** Encodes a message as hex for personal_sign. */
export function encodeMessage(message: string): string {
  if (/^0x([0-9a-f]{2})*$/i.test(message)) return message;
  const pairs = [...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `0x${pairs.join('')}`;
}

/** Describes the effect of a transaction for the prompt. */
export function describeTransaction(transaction: unknown, token: Token): SendRequest {
  const { to, value, data, input } = asRecord(transaction);
  const recipient = text(to).toLowerCase();
  const call = text(data ?? input).toLowerCase();
  const ether = formatAmount(text(value) || '0x0', ETHER);
  if (recipient === token.address && call.startsWith(TRANSFER) && call.length >= 138)
    return {
      amount: formatAmount(`0x${call.slice(74, 138)}`, token),
      recipient: `0x${call.slice(34, 74)}`,
      warning: null,
    };
  if (call.startsWith(CLAIM) && call.length >= 330)
    return {
      amount: formatAmount(`0x${call.slice(202, 266)}`, PRIZE),
      recipient: `0x${call.slice(162, 202)}`,
      warning: null,
      isClaim: true,
    };
  if (call === '' || call === '0x') return { amount: ether, recipient, warning: null };
  return {
    amount: ether,
    recipient: recipient || 'a new contract',
    warning: "This transaction calls a contract. The wallet can't tell what it will do.",
  };
}

/** Formats an amount: `1500000000000000000` with 18 decimals becomes `1.5 ETH`. */
export function formatAmount(hex: string, unit: { symbol: string; decimals: number }): string {
  const digits = BigInt(hex)
    .toString()
    .padStart(unit.decimals + 1, '0');
  const whole = digits.slice(0, -unit.decimals);
  const rest = digits.slice(-unit.decimals).replace(/0+$/, '');
  return `${BigInt(whole).toLocaleString('en-GB')}${rest ? `.${rest}` : ''} ${unit.symbol}`;
}

export function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw invalidParams('An object');
  return value as Record<string, unknown>;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
