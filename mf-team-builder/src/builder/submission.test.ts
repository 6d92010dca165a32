import { autoFill, moveToBench } from '@touchline/rules/draft';
import { squadCost } from '@touchline/rules/squad';
import { describe, expect, it } from 'vitest';
import { EMPTY_STATE, getDraftedIds } from '../draft/draft-state.ts';
import { draftActions, draftReducer } from '../draft/draft-store.ts';
import { toBuilderPlayers } from '../football/builder-players.ts';
import type { ChosenGame } from '../game/chosen-game.ts';
import { buildBootstrap, buildGame, playerId } from '../testing/fixtures.ts';
import { prepareSubmission, squadError } from './submission.ts';

const wallet = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const byId = new Map(toBuilderPlayers(buildBootstrap()).map((player) => [player.id, player]));
/** One player of each of fifteen clubs. */
const squad = Array.from({ length: 15 }, (_, at) => byId.get(playerId(at + 1, at))!);
const ids = squad.map(({ id }) => id);
const positions = new Map(squad.map(({ id, position }) => [id, position]));
const state = { ...EMPTY_STATE, draft: autoFill(ids, '3-4-3', positions) };
const game = buildGame(3);
const weekly: ChosenGame = { mode: 'weekly', game_id: game.id };
const prepare = (input: Partial<Parameters<typeof prepareSubmission>[0]> = {}) =>
  prepareSubmission({ chosen: weekly, game, state, squad, wallet, ...input });

describe('prepareSubmission', () => {
  it('API-16, PAY-02 the submission is the join payload with the short wallet as team name', () => {
    expect(squadCost(squad)).toBeLessThanOrEqual(1000);
    const submission = prepare();
    if (typeof submission === 'string') throw new Error(submission);
    expect(submission.team).toMatchObject({
      team_name: "0x7099...79c8's Team",
      formation: '3-4-3',
      roster: getDraftedIds(state),
      field_players: state.draft.slots,
      bench_players: state.draft.bench,
      captain_id: state.draft.slots[0],
      vice_captain_id: state.draft.slots[1],
      transaction_hash: null,
    });
    expect(submission.team.roster).toHaveLength(15);
  });

  it('the submission contains the trimmed team name and rejects an invisible one', () => {
    const named = (name: string) => prepare({ state: draftReducer(state, draftActions.named(name)) });
    expect(named('  Park the Bus FC ')).toMatchObject({ team: { team_name: 'Park the Bus FC' } });
    expect(named('   ')).toMatchObject({ team: { team_name: "0x7099...79c8's Team" } });
    expect(named('...')).toBe('The team name must contain a letter or a number');
    expect(named('x'.repeat(61))).toBe('The team name must have at most 60 characters');
    const cleared = draftReducer(draftReducer(state, draftActions.named('Kept')), draftActions.cleared());
    expect(cleared.team_name).toBe('Kept');
  });

  it('BUILD-36 the same team is submitted for every type of game, with the game', () => {
    const modes: ChosenGame[] = [
      weekly,
      { mode: 'season', game_id: game.id },
      { mode: 'tournament', tournament: { id: game.id, name: 'Cup' } },
    ];
    const submissions = modes.map((chosen) => prepare({ chosen }));
    expect(submissions[0]).toMatchObject({ game: { id: game.id } });
    expect(submissions).toEqual(modes.map(() => submissions[0]));
  });

  it('BUILD-34 an incomplete squad and ten field players are rejected', () => {
    expect(prepare({ squad: squad.slice(1) })).toBe('Please complete your team selection');
    const benched = { ...state, draft: moveToBench(state.draft, state.draft.slots[3]!, positions) };
    expect(prepare({ state: benched })).toBe('Please assign all 11 players to field positions');
  });

  it('BUILD-35 a missing tournament, game or entry fee is rejected', () => {
    expect(prepare({ chosen: { mode: 'tournament' } })).toBe('No tournament selected');
    expect(prepare({ game: null })).toBe('No game selected - gameData is missing');
    expect(prepare({ game: { ...game, entry_fee: '' } })).toBe('Entry fee not found for this game');
  });

  it('BUILD-33 a squad is ready only with 15 players of the right positions and 11 on the pitch', () => {
    expect(squadError(squad, 11)).toBeNull();
    expect(squadError(squad, 10)).toBe('Please assign all 11 players to field positions');
    expect(squadError(squad.slice(0, 14), 11)).toBe('Please complete your team selection');
    const [, , defender] = squad;
    const sixth = { ...defender!, id: 9999 };
    const sixDefenders = squad.with(14, sixth);
    expect(squadError(sixDefenders, 11)).toBe('Please complete your team selection');
  });

  it('BUILD-30 a squad above the budget is not ready', () => {
    const [first] = squad;
    const overBudget = squad.with(0, { ...first!, price: 1000 });
    expect(squadError(overBudget, 11)).toMatch(/^Not enough budget\. Need £\d+\.\dM more$/);
  });
});
