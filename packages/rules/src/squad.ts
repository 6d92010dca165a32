import { millions } from './prices.ts';
import type { RuleViolation } from './violations.ts';

export const SQUAD_SIZE = 15;
export const FIELD_SIZE = 11;
export const BENCH_SIZE = 4;
/** 100.0 million, in tenths. */
export const BUDGET_TENTHS = 1000;
export const MAX_PER_CLUB = 2;

/** 1 GK, 2 DEF, 3 MID, 4 FWD: the feed's numbers. */
export type Position = 1 | 2 | 3 | 4;

export const POSITIONS: readonly Position[] = [1, 2, 3, 4];

/** Number of players per position in a squad. */
export const POSITION_TARGETS: Readonly<Record<Position, number>> = { 1: 2, 2: 5, 3: 5, 4: 3 };

const POSITION_NAMES: readonly string[] = ['UNK', 'GK', 'DEF', 'MID', 'FWD'];

/** Short name of a position; `UNK` for anything but 1 to 4 (DATA-03). */
export function positionName(position: number): string {
  return POSITION_NAMES[position] ?? 'UNK';
}

/** Whether this is one of the four positions. (The feed once had a fifth: managers.) */
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

/** Whether a player of the feed can be picked for a new roster (game rules 1). */
export function isSelectable(player: { status?: string; removed?: boolean; can_select?: boolean }): boolean {
  return player.status !== 'u' && player.removed !== true && player.can_select !== false;
}

/** Total price of the players, in tenths. */
export function squadCost(players: readonly { price: number }[]): number {
  return players.reduce((sum, player) => sum + player.price, 0);
}

/** Number of players per position. */
export function countPositions(players: readonly { position: number }[]): Record<Position, number> {
  const counts: Record<Position, number> = { 1: 0, 2: 0, 3: 0, 4: 0 };
  for (const { position } of players) if (isPosition(position)) counts[position] += 1;
  return counts;
}

/**
 * All rule violations of a squad (game rules 1): size, duplicates, positions, budget, club limit, unselectable players.
 * Empty when the squad is legal. Checked only when a roster is saved.
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
  return [{ code: 'SQUAD_SIZE', path: PATH, message }];
}

function checkDuplicates(players: readonly SquadPlayer[]): RuleViolation[] {
  const repeated = repeatedIds(players.map((player) => player.id));
  if (repeated.length === 0) return [];
  return [{ code: 'DUPLICATE_PLAYER', path: PATH, player_ids: repeated, message: 'Player already selected' }];
}

/** The ids that occur more than once, without repetition. */
export function repeatedIds(ids: readonly number[]): number[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

function checkSelectable(players: readonly SquadPlayer[]): RuleViolation[] {
  const gone = players.filter((player) => !player.selectable).map((player) => player.id);
  if (gone.length === 0) return [];
  return [
    { code: 'PLAYER_NOT_SELECTABLE', path: PATH, player_ids: gone, message: 'Player cannot be selected' },
  ];
}

function checkPositions(players: readonly SquadPlayer[]): RuleViolation[] {
  const counts = countPositions(players);
  return POSITIONS.filter((position) => counts[position] !== POSITION_TARGETS[position]).map((position) => ({
    code: 'POSITION_COUNT',
    path: PATH,
    player_ids: players.filter((player) => player.position === position).map((player) => player.id),
    message: `A team needs ${POSITION_TARGETS[position]} ${positionName(position)}, this one has ${counts[position]}`,
  }));
}

function checkBudget(players: readonly SquadPlayer[]): RuleViolation[] {
  const missing = squadCost(players) - BUDGET_TENTHS;
  if (missing <= 0) return [];
  return [
    { code: 'OVER_BUDGET', path: PATH, message: `Not enough budget. Need £${millions(missing)}M more` },
  ];
}

function checkClubs(players: readonly SquadPlayer[]): RuleViolation[] {
  const clubs = [...new Set(players.map((player) => player.club))];
  return clubs
    .map((club) => players.filter((player) => player.club === club))
    .filter((mates) => mates.length > MAX_PER_CLUB)
    .map((mates) => ({
      code: 'CLUB_LIMIT',
      path: PATH,
      player_ids: mates.map((player) => player.id),
      message: CLUB_LIMIT_MESSAGE,
    }));
}

const CLUB_LIMIT_MESSAGE = 'Maximum 2 players per team allowed';

/** Why a player cannot be added to a squad, with the texts of alert, slot picker and player list (BUILD-29 to 32). */
export interface SquadRejection {
  code:
    | 'DUPLICATE_PLAYER'
    | 'SQUAD_SIZE'
    | 'PLAYER_NOT_SELECTABLE'
    | 'OVER_BUDGET'
    | 'CLUB_LIMIT'
    | 'POSITION_COUNT';
  /** Alert when the player is added anyway. */
  message: string;
  /** Shown beside a disabled entry of the slot picker. */
  picker: string;
  /** Tooltip of a greyed row. */
  tooltip: string;
}

/**
 * Why `player` cannot be added to `squad`, or null. The first reason wins: already picked, squad full, not selectable,
 * budget, club limit, position full.
 * @param clubName name of a club (`SquadPlayer.club`) for the tooltip.
 */
export function squadRejection(
  player: SquadPlayer,
  squad: readonly SquadPlayer[],
  clubName: (club: number) => string = () => 'one club',
): SquadRejection | null {
  if (squad.some((mate) => mate.id === player.id))
    return reason('DUPLICATE_PLAYER', 'Player already selected');
  if (squad.length >= SQUAD_SIZE)
    return reason('SQUAD_SIZE', 'Maximum 15 players allowed', 'Team full (15/15)', 'Team full (15/15)');
  if (!player.selectable) return reason('PLAYER_NOT_SELECTABLE', 'Player cannot be selected');
  const missing = squadCost(squad) + player.price - BUDGET_TENTHS;
  if (missing > 0) return buildBudgetRejection(missing);
  if (squad.filter((mate) => mate.club === player.club).length >= MAX_PER_CLUB)
    return reason(
      'CLUB_LIMIT',
      CLUB_LIMIT_MESSAGE,
      'Max players from club',
      `Max 2 from ${clubName(player.club)}`,
    );
  const target = POSITION_TARGETS[player.position];
  if (countPositions(squad)[player.position] >= target)
    return reason('POSITION_COUNT', `Maximum ${target} ${positionName(player.position)} allowed`);
  return null;
}

/** Where the position of `player` is full: the players of a squad who could make way for him; else nobody. */
export function findReplaceable(player: SquadPlayer, squad: readonly SquadPlayer[]): SquadPlayer[] {
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
 * The most that a player of each position may cost: what is left of the budget, and where the position is full also the
 * price of the dearest player who could make way.
 */
export function affordablePrices(squad: readonly SquadPlayer[]): Record<Position, number> {
  const counts = countPositions(squad);
  const left = BUDGET_TENTHS - squadCost(squad);
  const most = (position: Position) => {
    if (counts[position] < POSITION_TARGETS[position]) return left;
    return left + Math.max(...squad.filter((mate) => mate.position === position).map(({ price }) => price));
  };
  return { 1: most(1), 2: most(2), 3: most(3), 4: most(4) };
}

function buildBudgetRejection(missing: number): SquadRejection {
  return reason(
    'OVER_BUDGET',
    `Not enough budget. Need £${millions(missing)}M more`,
    'Exceeds budget',
    `Over budget by £${millions(missing)}M`,
  );
}

function reason(code: SquadRejection['code'], message: string, picker = message, tooltip = message): SquadRejection {
  return { code, message, picker, tooltip };
}

/** Why a team cannot be submitted (BUILD-33, BUILD-34); null when it is complete. */
export function explainIncomplete(squad: readonly SquadPlayer[], onField: number): string | null {
  const counts = countPositions(squad);
  const complete =
    squad.length === SQUAD_SIZE &&
    POSITIONS.every((position) => counts[position] === POSITION_TARGETS[position]);
  if (!complete) return 'Please complete your team selection';
  return onField < FIELD_SIZE ? 'Please assign all 11 players to field positions' : null;
}
