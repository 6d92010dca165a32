import { invalidParams } from './errors.ts';

/** What the page asks to have signed. */
export interface SignRequest {
  title: string;
  text: string;
}

/** What the page asks to have sent. */
export interface SendRequest {
  /** The formatted amount: `500 FOOTBALL`. */
  amount: string;
  /** The receiving address. */
  recipient: string;
  /** Set unless it is a plain transfer of ETH or of the token. */
  warning: string | null;
}

interface Token {
  address: string;
  symbol: string;
  decimals: number;
}

export const ETHER = { symbol: 'ETH', decimals: 18 };
/** transfer(address,uint256) */
const TRANSFER = '0xa9059cbb';

/** Decodes the hex of personal_sign; returns it unchanged if it is not text. */
export function readableMessage(data: unknown): string {
  if (typeof data !== 'string') throw invalidParams('The message');
  if (!/^0x([0-9a-f]{2})*$/i.test(data)) return data;
  const bytes = Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return data;
  }
}

/** Encodes a message for personal_sign. */
export function messageAsHex(message: string): string {
  if (/^0x([0-9a-f]{2})*$/i.test(message)) return message;
  const pairs = [...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `0x${pairs.join('')}`;
}

/** Describes what a transaction does. */
export function describeTransaction(transaction: unknown, token: Token): SendRequest {
  const { to, value, data, input } = asRecord(transaction);
  const recipient = text(to).toLowerCase();
  const call = text(data ?? input).toLowerCase();
  const ether = amountOf(text(value) || '0x0', ETHER);
  if (recipient === token.address && call.startsWith(TRANSFER) && call.length >= 138)
    return {
      amount: amountOf(`0x${call.slice(74, 138)}`, token),
      recipient: `0x${call.slice(34, 74)}`,
      warning: null,
    };
  if (call === '' || call === '0x') return { amount: ether, recipient, warning: null };
  return {
    amount: ether,
    recipient: recipient || 'a new contract',
    warning: 'This calls a contract; the wallet does not know what it will do.',
  };
}

/** `1500000000000000000` of 18 decimals is `1.5 ETH`. */
export function amountOf(hex: string, unit: { symbol: string; decimals: number }): string {
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
