import { squadCost } from '@touchline/rules/squad';
import { describe, expect, it } from 'vitest';
import { toBuilderPlayers } from '../football/builder-players.ts';
import { buildBootstrap, playerId } from '../testing/fixtures.ts';
import { suggestSaving, suggestSubstitute } from './copied-team.ts';

const players = toBuilderPlayers(buildBootstrap());
const squadOf = (price: number) =>
  Array.from({ length: 15 }, (_, at) => {
    const player = players.find(({ id }) => id === playerId(at + 1, at))!;
    return { ...player, price };
  });

describe('suggested trades', () => {
  it('a squad within the budget needs no saving', () => {
    expect(suggestSaving({ squad: squadOf(60), players, upcoming: null })).toBeNull();
  });

  it('the saving brings the squad into the budget', () => {
    const squad = squadOf(67);
    const trade = suggestSaving({ squad, players, upcoming: null })!;
    const traded = squad.map((mate) => (mate === trade.out ? trade.in : mate));
    expect(squadCost(squad)).toBeGreaterThan(1000);
    expect(squadCost(traded)).toBeLessThanOrEqual(1000);
    expect(trade.in.position).toBe(trade.out?.position);
  });

  it('a substitute has a match in the gameweek', () => {
    const squad = squadOf(60);
    const player = squad[3]!;
    const upcoming = new Map([[players.at(-1)!.club_code, { opponents: 'X', matches: 'X', difficulty: 2 }]]);
    const saved = { ...player, team: 1, team_code: 1, price: 6 };
    const change = { saved, player, texts: [], isProblem: true };
    const trade = suggestSubstitute(change, { squad, players, upcoming });
    expect(trade?.in.club_code).toBe(players.at(-1)!.club_code);
    expect(trade?.in.position).toBe(player.position);
  });
});
