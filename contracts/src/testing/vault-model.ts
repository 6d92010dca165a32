import type { Hex } from 'viem';
import type { ProvenPrize } from './prize-list.ts';

const RECLAIM_AFTER = 180 * 24 * 3600;

/** One of the settlements that a game can have: the vault accepts only the proofs of the current one. */
export interface Variant {
  root: Hex;
  total: bigint;
  proven: readonly ProvenPrize[];
}

/** Reference to a prize in one of the settlements of one of the games, with a forged amount if `forged`. */
export interface PrizeReference {
  variant: number;
  index: number;
  forged: boolean;
}

export type VaultCall =
  | { kind: 'settle'; game: number; variant: number; difference: bigint }
  | { kind: 'revoke' | 'reclaim' | 'refill'; game: number; byOwner: boolean }
  | { kind: 'claim'; game: number; prize: PrizeReference }
  | { kind: 'claimMany'; game: number; prizes: readonly PrizeReference[] };

export interface GameModel {
  /** Index of the token that the game pays. */
  token: number;
  variants: readonly Variant[];
  current: { variant: number; opensAt: number } | null;
  remaining: bigint;
  paid: Set<number>;
  /** Sum of all that was ever put into the game. */
  funded: bigint;
  paidAmount: bigint;
  withdrawn: bigint;
  /** Part of `withdrawn` that the owner can put back. */
  reclaimed: bigint;
}

/** The contract in plain words: what a call must do, without a chain. */
export class VaultModel {
  readonly games: GameModel[];

  constructor(
    games: readonly { token: number; variants: readonly Variant[] }[],
    private readonly options: { delay: number; rejects: (token: number, prize: ProvenPrize) => boolean },
  ) {
    this.games = games.map((game) => ({
      ...game,
      current: null,
      remaining: 0n,
      paid: new Set(),
      funded: 0n,
      paidAmount: 0n,
      withdrawn: 0n,
      reclaimed: 0n,
    }));
  }

  /** @returns whether the call succeeds; a failed call changes nothing */
  run(call: VaultCall, now: number): boolean {
    const game = this.games[call.game]!;
    if (call.kind === 'settle') return this.settle(game, call, now);
    if (call.kind === 'claim') return this.claim(game, [call.prize], now, false);
    if (call.kind === 'claimMany') return this.claim(game, call.prizes, now, true);
    if (!game.current || !call.byOwner) return false;
    if (call.kind === 'refill') return this.refill(game);
    const { opensAt } = game.current;
    if (call.kind === 'revoke' ? now >= opensAt : now < opensAt + RECLAIM_AFTER) return false;
    game.withdrawn += game.remaining;
    if (call.kind === 'reclaim') game.reclaimed += game.remaining;
    else game.current = null;
    game.remaining = 0n;
    return true;
  }

  private refill(game: GameModel): boolean {
    if (game.reclaimed === 0n) return false;
    game.withdrawn -= game.reclaimed;
    game.remaining += game.reclaimed;
    game.reclaimed = 0n;
    return true;
  }

  private settle(game: GameModel, call: { variant: number; difference: bigint }, now: number): boolean {
    if (game.current) return false;
    game.remaining = game.variants[call.variant]!.total + call.difference;
    game.funded += game.remaining;
    game.current = { variant: call.variant, opensAt: now + this.options.delay };
    return true;
  }

  private claim(game: GameModel, prizes: readonly PrizeReference[], now: number, many: boolean): boolean {
    if (!game.current || now < game.current.opensAt) return false;
    const [paid, remaining] = [new Set(game.paid), game.remaining];
    const giveUp = () => {
      game.paid = paid;
      game.paidAmount -= remaining - game.remaining;
      game.remaining = remaining;
      return false;
    };
    for (const { variant, index, forged } of prizes) {
      if (game.paid.has(index)) {
        if (many) continue;
        return giveUp();
      }
      const prize = game.variants[variant]!.proven[index]!;
      if (variant !== game.current.variant || forged || prize.amount > game.remaining) return giveUp();
      if (this.options.rejects(game.token, prize)) {
        if (many) continue;
        return giveUp();
      }
      game.paid.add(index);
      game.remaining -= prize.amount;
      game.paidAmount += prize.amount;
    }
    return true;
  }
}
