import type { Client } from '@touchline/api/client';
import {
  getParticipation,
  joinGame,
  myParticipations,
  requireParticipation,
} from '@touchline/api/http/entries';
import { type formationName, saveLineup } from '@touchline/api/http/lineups';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import type { ArchivePlayer } from '@touchline/season-replay/archive/archive';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { z } from 'zod';
import { countSeason } from './count-points.ts';
import { type PlannedLineup, planLineup } from './lineup-plan.ts';

/** A team in the season game that changes its lineup before every gameweek. */
export interface SeasonGameTeam {
  client: Client;
  /** Saves a new lineup. Must be called between two gameweeks. */
  edit(gameweek: number): Promise<void>;
  /** Records the wallet's coefficient from a gameweek on. */
  addCoefficient(from: number, thousandths: number): void;
  /**
   * Waits until the gameweek is settled and compares the points in the details and in My Teams with a recount of the
   * rows. @returns the differences, one message each
   */
  differences(gameweek: number): Promise<string[]>;
}

interface JoinOptions {
  url: string;
  gameId: string;
  squad: readonly ArchivePlayer[];
  /** The next gameweek. */
  gameweek: number;
  account?: PrivateKeyAccount;
  signal?: AbortSignal | undefined;
}

export async function joinSeasonGame(options: JoinOptions): Promise<SeasonGameTeam> {
  const { url, gameId, squad, signal } = options;
  const { client } = await signedInClient(url, options.account);
  const lineups = new Map<number, PlannedLineup>();
  const coefficients: { from: number; thousandths: number }[] = [];
  const first = planLineup(squad, 0);
  lineups.set(options.gameweek, first);
  const roster = squad.map((player) => player.id);
  const body = { team_name: 'Season game', roster, ...lineupBody(first) };
  const joined = requireParticipation(await client.request(joinGame, { params: { id: gameId }, body }));

  /** Fetches the compared values by label. */
  async function fetchPoints(gameweek: number): Promise<Record<string, number>> {
    const settled = async () => {
      const { participation } = await client.request(getParticipation, { params: { id: joined.id } });
      const found = participation.gameweeks.find((one) => one.gameweek === gameweek);
      return found?.settled && { ...participation, found };
    };
    const details = await waitUntil(settled, {
      what: `gameweek ${gameweek} of the season game to be settled`,
      timeoutMs: 60_000,
      signal,
    });
    const { participations } = await client.request(myParticipations, { query: { realtime: 'true' } });
    const mine = participations.find((one) => one.id === joined.id);
    if (mine === undefined) throw new Error('My Teams does not list the season game');
    return {
      'points of the gameweek': details.found.points,
      'points of the gameweek in My Teams': mine.gameweek_points,
      ...labelTotals('the details', details),
      ...labelTotals('My Teams', mine),
    };
  }

  return {
    client,
    async edit(gameweek) {
      const lineup = planLineup(squad, gameweek);
      await client.request(saveLineup, { params: { id: joined.id }, body: lineupBody(lineup) });
      lineups.set(gameweek, lineup);
    },
    addCoefficient: (from, thousandths) => coefficients.push({ from, thousandths }),
    async differences(gameweek) {
      const history = { joined: options.gameweek, lineups, coefficients };
      const counted = countSeason(history, gameweek);
      const totals = {
        entry_points: counted.entry,
        current_points: counted.current,
        earned_points: counted.earned / 1000,
      };
      const expected: Record<string, number> = {
        'points of the gameweek': counted.gameweek,
        'points of the gameweek in My Teams': counted.gameweek,
        ...labelTotals('the details', totals),
        ...labelTotals('My Teams', totals),
      };
      return Object.entries(await fetchPoints(gameweek))
        .filter(([label, actual]) => actual !== expected[label])
        .map(([label, actual]) => `${label}: expected ${expected[label]}, actual ${actual}`);
    },
  };
}

function labelTotals(
  source: string,
  totals: { entry_points: number; current_points: number; earned_points: number },
): Record<string, number> {
  return {
    [`entry points in ${source}`]: totals.entry_points,
    [`current points in ${source}`]: totals.current_points,
    [`earned points in ${source}`]: totals.earned_points,
  };
}

function lineupBody({ formation, field, bench, captain, vice }: PlannedLineup) {
  return {
    formation: formation as z.infer<typeof formationName>,
    field_players: field.map((player) => player.id),
    bench_players: bench.map((player) => player.id),
    captain_id: captain.id,
    vice_captain_id: vice.id,
  };
}
