import type { SeasonArchive } from '../archive/archive.ts';
import { parseBoolean, parseNumber, parseNumberOrNull } from '../archive/csv.ts';
import type { MatchBook } from '../matches/book.ts';
import type { SeasonInstant } from '../matches/season-instant.ts';
import type { ReplayClock } from '../season/clock.ts';
import { deriveTotalPlayers, openElements } from './elements.ts';
import { openEvents } from './events.ts';

export interface Bootstrap {
  at(instant: SeasonInstant): Record<string, unknown>;
}

/** Builds `/bootstrap-static/` for an instant of the season. */
export function openBootstrap(archive: SeasonArchive, book: MatchBook, clock: ReplayClock): Bootstrap {
  const players = openElements(archive, book);
  const events = openEvents(archive, clock);
  const teams = buildTeams(archive);
  return {
    at(instant) {
      const total = deriveTotalPlayers(archive, instant);
      const elements = players.at(instant, total);
      return {
        chips: [],
        events: events.at(instant, total),
        game_settings: GAME_SETTINGS,
        game_config: {
          settings: GAME_SETTINGS,
          rules: { squad_squadsize: 15, squad_team_limit: 3, squad_total_spend: 1000 },
        },
        phases: [
          { id: 1, name: 'Overall', start_event: 1, stop_event: archive.gameweeks, highest_score: null },
        ],
        teams,
        total_players: total,
        element_stats: ELEMENT_STATS,
        element_types: buildElementTypes(elements.map((element) => element.element_type)),
        elements,
      };
    },
  };
}

const GAME_SETTINGS = {
  league_join_private_max: 30,
  league_join_public_max: 5,
  squad_squadplay: 11,
  squad_squadsize: 15,
  squad_team_limit: 3,
  squad_total_spend: 1000,
  ui_currency_multiplier: 10,
  stats_form_days: 30,
  sys_vice_captain_enabled: true,
  transfers_cap: 20,
  transfers_sell_on_fee: 0.5,
  timezone: 'UTC',
};

const ELEMENT_STATS = [
  ['Minutes played', 'minutes'],
  ['Goals scored', 'goals_scored'],
  ['Assists', 'assists'],
  ['Clean sheets', 'clean_sheets'],
  ['Goals conceded', 'goals_conceded'],
  ['Own goals', 'own_goals'],
  ['Penalties saved', 'penalties_saved'],
  ['Penalties missed', 'penalties_missed'],
  ['Yellow cards', 'yellow_cards'],
  ['Red cards', 'red_cards'],
  ['Saves', 'saves'],
  ['Bonus', 'bonus'],
  ['Bonus Points System', 'bps'],
  ['Influence', 'influence'],
  ['Creativity', 'creativity'],
  ['Threat', 'threat'],
  ['ICT Index', 'ict_index'],
  ['Game Starts', 'starts'],
].map(([label, name]) => ({ label, name }));

const TYPES = [
  { singular: 'Goalkeeper', short: 'GKP', select: 2, min: 1, max: 1 },
  { singular: 'Defender', short: 'DEF', select: 5, min: 3, max: 5 },
  { singular: 'Midfielder', short: 'MID', select: 5, min: 2, max: 5 },
  { singular: 'Forward', short: 'FWD', select: 3, min: 1, max: 3 },
];

function buildElementTypes(positions: unknown[]): Record<string, unknown>[] {
  return TYPES.map(({ singular, short, select, min, max }, index) => ({
    id: index + 1,
    plural_name: `${singular}s`,
    plural_name_short: short,
    singular_name: singular,
    singular_name_short: short,
    squad_select: select,
    squad_min_select: null,
    squad_max_select: null,
    squad_min_play: min,
    squad_max_play: max,
    ui_shirt_specific: index === 0,
    sub_positions_locked: index === 0 ? [12] : [],
    element_count: positions.filter((position) => position === index + 1).length,
  }));
}

function buildTeams(archive: SeasonArchive): Record<string, unknown>[] {
  return archive.teams.map(({ id, code, csv }) => ({
    code,
    draw: 0,
    form: null,
    id,
    loss: 0,
    name: csv.name ?? '',
    played: 0,
    points: 0,
    position: parseNumber(csv.position, 0),
    short_name: csv.short_name ?? '',
    strength: parseNumber(csv.strength, 3),
    team_division: null,
    unavailable: parseBoolean(csv.unavailable, false),
    win: 0,
    strength_overall_home: parseNumber(csv.strength_overall_home, 1000),
    strength_overall_away: parseNumber(csv.strength_overall_away, 1000),
    strength_attack_home: parseNumber(csv.strength_attack_home, 1000),
    strength_attack_away: parseNumber(csv.strength_attack_away, 1000),
    strength_defence_home: parseNumber(csv.strength_defence_home, 1000),
    strength_defence_away: parseNumber(csv.strength_defence_away, 1000),
    pulse_id: parseNumberOrNull(csv.pulse_id) ?? id,
  }));
}
