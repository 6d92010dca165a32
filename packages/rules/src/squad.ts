import { millions } from './prices.ts';
import { createViolation, type RuleViolation } from './violations.ts';

export const SQUAD_SIZE = 15;
export const FIELD_SIZE = 11;
export const BENCH_SIZE = 4;
/** 100.0 million, in tenths. */
export const BUDGET_TENTHS = 1000;
export const MAX_PER_CLUB = 2;

/** Position numbers of the feed: 1 GK, 2 DEF, 3 MID, 4 FWD. */
export type Position = 1 | 2 | 3 | 4;

export const POSITIONS: readonly Position[] = [1, 2, 3, 4];

/** Number of players per position in a squad. */
export const POSITION_TARGETS: Readonly<Record<Position, number>> = { 1: 2, 2: 5, 3: 5, 4: 3 };

const POSITION_NAMES: readonly string[] = ['UNK', 'GK', 'DEF', 'MID', 'FWD'];

/** Returns the short name of a position; `UNK` for numbers other than 1 to 4 (DATA-03). */
export function positionName(position: number): string {
  return POSITION_NAMES[position] ?? 'UNK';
}

/** Names of the positions in a sentence. */
export const LONG_POSITION_NAMES = { 1: 'goalkeeper', 2: 'defender', 3: 'midfielder', 4: 'forward' } as const;

/** Reports whether this is one of the four positions. The feed may contain others, such as managers. */
export function isPosition(value: number): value is Position {
  return value === 1 || value === 2 || value === 3 || value === 4;
}

/** A player as the squad rules need it. */
export interface SquadPlayer {
  id: number;
  position: Position;
  /** Club id or code, but the same kind for all players. */
  club: number;
  /** Tenths of a million. */
  price: number;
  /** False for feed status `u`, `removed` or `can_select=false`. */
  selectable: boolean;
}

/** Reports whether a player of the feed can be picked for a new roster (game rules 1). */
export function isSelectable(player: { status?: string; removed?: boolean; can_select?: boolean }): boolean {
  return player.status !== 'u' && player.removed !== true && player.can_select !== false;
}

/**
 * Converts a player of the feed. Elements that are not GK, DEF, MID or FWD, such as managers, are not selectable.
 * @param price tenths
 */
export function toSquadPlayer(
  player: { id: number; team: number; position: number } & Parameters<typeof isSelectable>[0],
  price: number,
): SquadPlayer {
  const { id, team: club, position } = player;
  if (!isPosition(position)) return { id, club, price, position: 4, selectable: false };
  return { id, club, price, position, selectable: isSelectable(player) };
}

/** Computes the total price of the players, in tenths. */
export function squadCost(players: readonly { price: number }[]): number {
  return players.reduce((sum, player) => sum + player.price, 0);
}

/** Counts the players by position. */
export function countPositions(players: readonly { position: number }[]): Record<Position, number> {
  const counts: Record<Position, number> = { 1: 0, 2: 0, 3: 0, 4: 0 };
  for (const { position } of players) if (isPosition(position)) counts[position] += 1;
  return counts;
}

/**
 * Checks a squad and returns all rule violations (game rules 1): size, duplicates, positions, budget, club limit, unselectable
 * players. Empty if the squad is legal. It applies only when a roster is saved.
 */
export function checkSquad(players: readonly SquadPlayer[]): RuleViolation[] {
  return [
    ...checkSize(players),
    ...checkDuplicates(players),
    ...checkSelectable(players),
    ...checkPositions(players),
    ...checkBudget(players),
    ...checkClubs(players),
  ];
}

const PATH = 'players';

function checkSize(players: readonly SquadPlayer[]): RuleViolation[] {
  if (players.length === SQUAD_SIZE) return [];
  const message =
    players.length > SQUAD_SIZE ? 'Maximum 15 players allowed' : 'Please complete your team selection';
  return [createViolation('SQUAD_SIZE', PATH, message)];
}

function checkDuplicates(players: readonly SquadPlayer[]): RuleViolation[] {
  const repeated = repeatedIds(players.map((player) => player.id));
  if (repeated.length === 0) return [];
  return [createViolation('DUPLICATE_PLAYER', PATH, 'Player already selected', repeated)];
}

/** Returns the ids that occur more than once, each one once. */
export function repeatedIds(ids: readonly number[]): number[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

function checkSelectable(players: readonly SquadPlayer[]): RuleViolation[] {
  const unselectable = players.filter((player) => !player.selectable).map((player) => player.id);
  if (unselectable.length === 0) return [];
  return [createViolation('PLAYER_NOT_SELECTABLE', PATH, 'Player cannot be selected', unselectable)];
}

function checkPositions(players: readonly SquadPlayer[]): RuleViolation[] {
  const counts = countPositions(players);
  return POSITIONS.filter((position) => counts[position] !== POSITION_TARGETS[position]).map((position) => {
    const ids = players.filter((player) => player.position === position).map(({ id }) => id);
    const message = `A team needs ${POSITION_TARGETS[position]} ${positionName(position)}, this one has ${counts[position]}`;
    return createViolation('POSITION_COUNT', PATH, message, ids);
  });
}

function checkBudget(players: readonly SquadPlayer[]): RuleViolation[] {
  const missing = squadCost(players) - BUDGET_TENTHS;
  if (missing <= 0) return [];
  return [createViolation('OVER_BUDGET', PATH, `Not enough budget. Need £${millions(missing)}M more`)];
}

function checkClubs(players: readonly SquadPlayer[]): RuleViolation[] {
  const clubs = [...new Set(players.map((player) => player.club))];
  return clubs
    .map((club) => players.filter((player) => player.club === club).map(({ id }) => id))
    .filter((ids) => ids.length > MAX_PER_CLUB)
    .map((ids) => createViolation('CLUB_LIMIT', PATH, CLUB_LIMIT_MESSAGE, ids));
}

const CLUB_LIMIT_MESSAGE = 'Maximum 2 players per team allowed';

/** Reason why a player cannot be added to a squad, with texts for alert, slot picker and player list (BUILD-29 to 32). */
export interface SquadRejection {
  code:
    | 'DUPLICATE_PLAYER'
    | 'SQUAD_SIZE'
    | 'PLAYER_NOT_SELECTABLE'
    | 'OVER_BUDGET'
    | 'CLUB_LIMIT'
    | 'POSITION_COUNT';
  /** Alert after an attempt to add the player. */
  message: string;
  /** Shown next to a disabled entry of the slot picker. */
  picker: string;
  /** Tooltip of a greyed row. */
  tooltip: string;
}

/**
 * Returns the reason why `player` cannot be added to `squad`; null if possible. The first reason wins: already picked, squad full,
 * not selectable, budget, club limit, position full.
 * @param clubName returns the name of a club (`SquadPlayer.club`) for the tooltip
 */
export function squadRejection(
  player: SquadPlayer,
  squad: readonly SquadPlayer[],
  clubName: (club: number) => string = () => 'one club',
): SquadRejection | null {
  if (squad.some((mate) => mate.id === player.id))
    return buildRejection('DUPLICATE_PLAYER', 'Player already selected');
  if (squad.length >= SQUAD_SIZE)
    return buildRejection(
      'SQUAD_SIZE',
      'Maximum 15 players allowed',
      'Team full (15/15)',
      'Team full (15/15)',
    );
  if (!player.selectable) return buildRejection('PLAYER_NOT_SELECTABLE', 'Player cannot be selected');
  const missing = squadCost(squad) + player.price - BUDGET_TENTHS;
  if (missing > 0) return buildBudgetRejection(missing);
  if (squad.filter((mate) => mate.club === player.club).length >= MAX_PER_CLUB)
    return buildRejection(
      'CLUB_LIMIT',
      CLUB_LIMIT_MESSAGE,
      'Max players from club',
      `Max 2 from ${clubName(player.club)}`,
    );
  const target = POSITION_TARGETS[player.position];
  if (countPositions(squad)[player.position] >= target)
    return buildRejection('POSITION_COUNT', `Maximum ${target} ${positionName(player.position)} allowed`);
  return null;
}

/** Returns the players that `player` could replace if the position is full; empty if it is not. */
export function findReplaceable<P extends SquadPlayer>(player: SquadPlayer, squad: readonly P[]): P[] {
  if (squad.some((mate) => mate.id === player.id)) return [];
  if (countPositions(squad)[player.position] < POSITION_TARGETS[player.position]) return [];
  return squad.filter(
    (mate) =>
      mate.position === player.position &&
      squadRejection(
        player,
        squad.filter((other) => other !== mate),
      ) === null,
  );
}

/**
 * Computes the maximum affordable price by position: the remaining budget, plus the price of the most expensive replaceable
 * player if the position is full.
 */
export function affordablePrices(squad: readonly SquadPlayer[]): Record<Position, number> {
  const counts = countPositions(squad);
  const left = BUDGET_TENTHS - squadCost(squad);
  const computeMaxPrice = (position: Position) => {
    if (counts[position] < POSITION_TARGETS[position]) return left;
    return left + Math.max(...squad.filter((mate) => mate.position === position).map(({ price }) => price));
  };
  return { 1: computeMaxPrice(1), 2: computeMaxPrice(2), 3: computeMaxPrice(3), 4: computeMaxPrice(4) };
}

function buildBudgetRejection(missing: number): SquadRejection {
  return buildRejection(
    'OVER_BUDGET',
    `Not enough budget. Need £${millions(missing)}M more`,
    'Exceeds budget',
    `Over budget by £${millions(missing)}M`,
  );
}

function buildRejection(
  code: SquadRejection['code'],
  message: string,
  picker = message,
  tooltip = message,
): SquadRejection {
  return { code, message, picker, tooltip };
}

/** Returns the text for a team that cannot be submitted (BUILD-33, BUILD-34); null if it is complete. */
export function explainIncomplete(squad: readonly SquadPlayer[], onField: number): string | null {
  if (squad.length !== SQUAD_SIZE || checkPositions(squad).length > 0)
    return 'Please complete your team selection';
  return onField < FIELD_SIZE ? 'Please assign all 11 players to field positions' : null;
}
