import type { GameType } from '@touchline/api/http/games';
import type { PrizeToken } from '@touchline/api/http/prize-plans';
import { validatePrizePlan } from '@touchline/rules/prize-plan';
import { PRIZE_TEMPLATES, type PrizeTemplate } from '@touchline/rules/prize-table';
import { tokensToWei } from '@touchline/rules/tokens';
import type { GamesEnv } from '../env.ts';
import type { StoredPlan } from '../games/prizes.ts';

/** Variables of the plans that new games get. */
type PlanVariables = Pick<
  GamesEnv,
  `PRIZES_${GameType}` | 'PRIZE_COMMISSION_BPS' | 'PRIZE_MIN_ENTRIES' | 'PRIZE_ELIGIBILITY'
>;

/**
 * Builds the plan of each game type.
 * @param tokens the first one is the token of entry fees
 * @param fees in whole tokens
 * @throws Error naming the variable that is invalid
 */
export function buildPlans(
  variables: PlanVariables,
  tokens: readonly PrizeToken[],
  fees: Readonly<Record<GameType, string>>,
): Record<GameType, StoredPlan> {
  const build = (type: GameType): StoredPlan => {
    const variable = `PRIZES_${type}` as const;
    const text = variables[variable] ?? chooseWeekly(tokens);
    const { guarantee, token, template } = parsePlan(text, tokens, variable);
    const fee = tokensToWei(fees[type]);
    const plan: StoredPlan = {
      token,
      guarantee: guarantee.toString(),
      commission_bps: variables.PRIZE_COMMISSION_BPS,
      template,
      rows: [],
      min_entries: variables.PRIZE_MIN_ENTRIES,
      // Every entry of a game with a fee has paid for its chance.
      eligibility: fee === 0n ? variables.PRIZE_ELIGIBILITY : 'ALL',
    };
    const game = { fee, feeToken: tokens[0]!.address, seats: null };
    const [problem] = validatePrizePlan({ ...plan, token: token.address, guarantee, rows: [] }, game);
    if (problem) throw new Error(`${variable}: ${problem.message}`);
    return plan;
  };
  return { SEASON: build('SEASON'), WEEKLY: build('WEEKLY'), TOURNAMENT: build('TOURNAMENT') };
}

/** Promises only a token that this deployment can pay. */
const chooseWeekly = (tokens: readonly PrizeToken[]) =>
  tokens.some(({ symbol }) => symbol === 'WLD') ? '200 WLD TOP' : '0 FOOTBALL TOP';

/** Parses `200 WLD TOP`: guarantee in whole tokens, symbol, template. */
function parsePlan(text: string, tokens: readonly PrizeToken[], variable: string) {
  const [amount = '', symbol = '', template = '', ...rest] = text.trim().split(/\s+/);
  const token = tokens.find((each) => each.symbol === symbol);
  if (!token)
    throw new Error(`${variable}: ${symbol || 'its token'} is not FOOTBALL and not in PRIZE_TOKENS`);
  const isTemplate = (PRIZE_TEMPLATES as readonly string[]).includes(template) && template !== 'FIXED';
  if (!isTemplate || rest.length > 0)
    throw new Error(
      `${variable} must be an amount, a token and TOP, HALF or WINNER, for example 200 WLD TOP`,
    );
  return { guarantee: parseAmount(amount, variable), token, template: template as PrizeTemplate };
}

function parseAmount(amount: string, variable: string): bigint {
  try {
    return tokensToWei(amount);
  } catch (error) {
    throw new Error(`${variable} must begin with an amount of whole tokens`, { cause: error });
  }
}

/** Returns the limit of a prize token in wei. @param token its address in lower case */
export type TokenLimit = (token: string) => bigint;

type LimitVariable = 'PRIZE_APPROVAL_ABOVE' | 'PRIZE_FUNDING_APPROVAL_ABOVE';

/**
 * Parses `1000 FOOTBALL, 10 WLD`: whole tokens and symbol. A token that is not listed has the limit 0.
 * @throws Error naming the variable that is invalid
 */
export function parseLimits(
  variables: Readonly<Record<LimitVariable, string>>,
  variable: LimitVariable,
  tokens: readonly PrizeToken[],
): TokenLimit {
  const limits = new Map<string, bigint>();
  for (const limit of splitList(variables[variable])) {
    const [amount = '', symbol, ...rest] = limit.split(/\s+/);
    if (!symbol || rest.length > 0)
      throw new Error(`${variable} must be amounts and tokens, for example 1000 FOOTBALL, 10 WLD`);
    const token = tokens.find((each) => each.symbol === symbol);
    const wei = parseAmount(amount, variable);
    if (token) limits.set(token.address.toLowerCase(), wei);
  }
  return (token) => limits.get(token) ?? 0n;
}

const splitList = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Parses `WLD=0x…, ABC=0x…`. Every prize token has 18 decimals, which is checked on the chain. @throws Error */
export function parseTokens(text: string): PrizeToken[] {
  return splitList(text).map((each) => {
    const match = /^([A-Z0-9]{2,12})=(0x[0-9a-fA-F]{40})$/.exec(each);
    if (!match) throw new Error(`PRIZE_TOKENS: ${each} must be a symbol and an address, for example WLD=0x…`);
    return { symbol: match[1]!, address: match[2]!.toLowerCase(), decimals: 18 };
  });
}
