import { z } from 'zod/mini';

/** A wallet address. Mixed case is accepted and converted to lower case. */
export const walletAddress = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'must be a wallet address (0x and 40 hex digits)')),
  z.transform((address) => address.toLowerCase()),
);

export const uuid = z.uuid('must be an id');
/** The parameters of a path with one id. */
export const idParam = z.strictObject({ id: uuid });
/** ISO 8601 in UTC. */
export const instant = z.iso.datetime('must be a date and a time in UTC (ISO 8601)');
/** Converts epoch ms to an `instant`. */
export const toInstant = (ms: number): string => new Date(ms).toISOString();
/** Whole tokens as a decimal string, at most 18 decimals. */
export const tokenAmount = z
  .string()
  .check(
    z.regex(/^\d{1,12}(\.\d{1,18})?$/, { error: 'must be an amount with at most 18 decimals', abort: true }),
  );
/**
 * State of a payout.
 * - DUE: not being paid.
 * - SENDING: an administrator is paying it. From here on money may have moved, so only DUE payouts can be claimed.
 * - SENT: the transaction hash is known. Its transfer is not on the chain, or no longer.
 * - CONFIRMED: the chain has exactly this transfer. A reorganisation that removes it sets the payout back to SENT.
 */
export const payoutState = z.enum(['DUE', 'SENDING', 'SENT', 'CONFIRMED']);
/** A player's id in the feed of the current season. */
export const playerId = z.int().check(z.positive());
/** A gameweek in a path or a query. */
export const gameweekInPath = z.string().check(z.regex(/^\d{1,2}$/, 'must be a gameweek'));
export const gameweekNumber = z.int().check(z.gte(1), z.lte(99));
/** An object without fields; any key is rejected by name. */
export const nothing = z.strictObject({});

const positiveText = (max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,6}$/, 'must be a whole number')), z.transform(Number)),
    z.int().check(z.gte(1, 'must be at least 1'), z.lte(max, `must be at most ${max}`)),
  );

/** `limit` and `page` of every list. */
export const limit = (fallback: number) =>
  z._default(positiveText(100), fallback).check(z.describe(`1 to 100, default ${fallback}`));
export const page = z._default(positiveText(10_000), 1).check(z.describe('Starts at 1'));
/** `page` of the lists that have a million rows. */
export const deepPage = z._default(positiveText(999_999), 1).check(z.describe('Starts at 1'));
/** A gameweek in a query or path. */
export const gameweekText = positiveText(99);
/** Sort direction in any case. */
export const sortOrder = z
  .pipe(
    z.pipe(
      z.string().check(z.maxLength(4, 'must be asc or desc')),
      z.transform((order) => order.toLowerCase()),
    ),
    z.enum(['asc', 'desc']),
  )
  .check(z.describe('asc or desc, in any case'));
/** A flag in a query. */
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);
/** Text from a search box. Postgres does not accept NUL characters. */
export const searchText = z.string().check(
  z.trim(),
  z.maxLength(64, 'must have at most 64 characters'),
  z.refine((text) => !text.includes('\0'), 'must not contain NUL characters'),
);
/**
 * Invisible characters and characters that change how others are displayed: controls, formats (including bidirectional ones),
 * surrogates, line and paragraph separators, and blank letters and symbols.
 */
const INVISIBLE = /\u034F|\u17B4|\u17B5|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/u;
/** A variation selector is only allowed after an emoji, a digit, `#` or `*`. */
const LONE_SELECTOR =
  /(?<![\p{Extended_Pictographic}\d#*])(?:[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]|[\u180B-\u180D]|\u180F)/u;
/** More combining marks than any language uses on a letter; they would overlap adjacent lines. */
const STACKED_MARKS = /(?:(?![\uFE00-\uFE0F])\p{M}){3}/u;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/**
 * A displayed name in compatibility form (NFKC): trimmed, 1 to 60 visible characters, at least one letter or number.
 */
export const displayName = z.string().check(
  z.normalize('NFKC'),
  z.trim(),
  z.minLength(1, { error: 'must not be empty', abort: true }),
  z.maxLength(60, 'must have at most 60 characters'),
  z.refine(
    (name) => !INVISIBLE.test(name) && !LONE_SELECTOR.test(name),
    'must not contain invisible characters',
  ),
  z.refine((name) => !STACKED_MARKS.test(name), 'must not have more than two marks on one letter'),
  z.refine((name) => LETTER_OR_NUMBER.test(name), 'must contain a letter or a number'),
);

/** A user's public name: a displayed name of 3 to 20 characters that does not look like a wallet address. */
export const nickname = z
  .pipe(
    displayName,
    z.transform((name) => name.replace(/\s+/g, ' ')),
  )
  .check(
    z.refine((name) => [...name].length >= 3, 'must have at least 3 characters'),
    z.refine((name) => [...name].length <= 20, 'must have at most 20 characters'),
    z.refine((name) => !/^0x/i.test(name), 'must not start like an address (0x)'),
  );
