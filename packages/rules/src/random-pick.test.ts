import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cheapestCompletion } from './cheapest-completion.ts';
import { randomPick, tradeUp } from './random-pick.ts';
import {
  checkSquad,
  countPositions,
  type Position,
  type SquadPlayer,
  squadCost,
  squadRejection,
} from './squad.ts';
import { buildSquad } from './testing/teams.ts';

/** Creates a deterministic random function (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A league of 20 clubs with 3 GK, 8 DEF, 8 MID and 4 FWD each, like the real one in numbers and prices. */
function league(priceOf: (position: Position, index: number) => number): SquadPlayer[] {
  const perClub: Position[] = [1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4];
  return Array.from({ length: 20 * perClub.length }, (_, index) => {
    const position = perClub[index % perClub.length]!;
    const club = 1 + Math.floor(index / perClub.length);
    return { id: index + 1, position, club, price: priceOf(position, index), selectable: true };
  });
}

const seeds = fc.integer().map(seeded);

describe('randomPick', () => {
  it('BUILD-12 a random squad has 2 GK, 5 DEF, 5 MID and 3 FWD within budget and club limit', () => {
    const pool = league((position, index) => 40 + ((index * 7) % 30) + (position > 2 ? 20 : 0));
    fc.assert(
      fc.property(seeds, (random) => {
        const squad = randomPick([], pool, random)!;
        expect(checkSquad(squad)).toEqual([]);
        expect(countPositions(squad)).toEqual({ 1: 2, 2: 5, 3: 5, 4: 3 });
      }),
      { numRuns: 40 },
    );
  });

  it('BUILD-12 a random pick completes a squad and keeps its players', () => {
    const pool = league((_position, index) => 40 + (index % 40));
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 15 }), (random, keptCount) => {
        const chosen = randomPick([], pool, random)!.slice(0, keptCount);
        const squad = randomPick(chosen, pool, random)!;
        expect(squad.slice(0, keptCount)).toEqual(chosen);
        expect(checkSquad(squad)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('randomPick finds the only affordable completion', () => {
    // All players cost 9.0, except fifteen who cost 100.0 together.
    const bargains = buildSquad((player) => ({ id: 9000 + player.id, price: player.id <= 10 ? 66 : 68 }));
    expect(squadCost(bargains)).toBe(1000);
    const pool = [...league(() => 90), ...bargains];
    const squad = randomPick([], pool, seeded(1))!;
    expect(squad.map((player) => player.id).sort()).toEqual(bargains.map((player) => player.id).sort());
  });

  it('randomPick succeeds exactly when a legal squad exists', () => {
    const player = fc.record({
      position: fc.constantFrom<Position>(1, 2, 3, 4),
      club: fc.integer({ min: 1, max: 8 }),
      price: fc.integer({ min: 40, max: 110 }),
      selectable: fc.constantFrom(true, true, true, true, false),
    });
    const pools = fc
      .array(player, { minLength: 20, maxLength: 60 })
      .map((players) => players.map((each, index) => ({ ...each, id: index + 1 })));
    const fullSquad = { positions: { 1: 2, 2: 5, 3: 5, 4: 3 }, clubCapacity: () => 2 };
    fc.assert(
      fc.property(pools, seeds, (pool, random) => {
        const lowestCost = cheapestCompletion(
          fullSquad,
          pool.filter((each) => each.selectable),
        );
        const squad = randomPick([], pool, random);
        if (lowestCost === null || lowestCost > 1000) expect(squad).toBeNull();
        else expect(checkSquad(squad!)).toEqual([]);
      }),
    );
  });

  it.each<[string, SquadPlayer[]]>([
    ['three of a club', buildSquad(() => ({ club: 1 })).slice(0, 3)],
    ['three goalkeepers', buildSquad(() => ({ position: 1 })).slice(0, 3)],
    ['more than the budget', buildSquad(() => ({ price: 600 })).slice(0, 2)],
    ['a budget that leaves too little', buildSquad(() => ({ price: 480 })).slice(0, 2)],
    ['an unselectable player', buildSquad(() => ({ selectable: false })).slice(0, 1)],
    ['a player twice', [...buildSquad().slice(0, 1), ...buildSquad().slice(0, 1)]],
  ])('randomPick returns null if the chosen players include %s', (_title, chosen) => {
    expect(
      randomPick(
        chosen,
        league(() => 45),
        seeded(2),
      ),
    ).toBeNull();
  });

  it('randomPick skips unselectable players and duplicates in the pool', () => {
    const pool = league((_position, index) => 40 + (index % 20));
    const half = pool.map((player) => ({ ...player, selectable: player.id % 2 === 0 }));
    const squad = randomPick([], [...half, ...half], seeded(3))!;
    expect(checkSquad(squad)).toEqual([]);
    const only = buildSquad();
    const full = randomPick([], [...only, ...only], seeded(3))!;
    expect(new Set(full.map(({ id }) => id)).size).toBe(15);
  });

  it('every player who fits can be picked, and open positions are filled in any order', () => {
    const chosen = buildSquad().slice(1, 14); // a goalkeeper and a midfielder are missing
    const candidates = [20, 21, 22].flatMap((id) => [
      { id, position: 1 as const, club: id, price: 60, selectable: true },
      { id: id + 10, position: 3 as const, club: id, price: 60, selectable: true },
    ]);
    const picks = Array.from({ length: 200 }, (_, seed) =>
      randomPick(chosen, candidates, seeded(seed))!
        .slice(13)
        .map(({ id }) => id),
    );
    // Three goalkeepers and three midfielders, each pair in both orders.
    expect(new Set(picks.map((ids) => ids.join())).size).toBe(18);
  });
});

describe('tradeUp', () => {
  /** Most players are cheap and a few are expensive, as in the real league. */
  const pool = league((position, index) => 40 + ((index * 7) % 13) + (index % 9 === 0 ? 10 * position : 0));

  it('BUILD-12 tradeUp returns a legal squad with the kept players first and no further possible trade', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 15 }), (random, keptCount) => {
        const squad = randomPick([], pool, random)!;
        const traded = tradeUp(squad, keptCount, pool, random);
        expect(traded.slice(0, keptCount)).toEqual(squad.slice(0, keptCount));
        expect(checkSquad(traded)).toEqual([]);
        for (const place of [...traded.keys()].slice(keptCount)) {
          const { position, price } = traded[place]!;
          const mates = traded.toSpliced(place, 1);
          const fits = pool.filter(
            (player) =>
              player.position === position && player.price > price && squadRejection(player, mates) === null,
          );
          expect(fits).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('BUILD-12 tradeUp spends nearly all of the budget, on a different squad each time', () => {
    const squads = [1, 2, 3, 4, 5].map((seed) => {
      const random = seeded(seed);
      return tradeUp(randomPick([], pool, random)!, 0, pool, random);
    });
    for (const squad of squads) expect(squadCost(squad)).toBeGreaterThan(990);
    expect(new Set(squads.map((squad) => squad.map(({ id }) => id).join())).size).toBe(5);
  });
});

describe('the trades of tradeUp', () => {
  it('each place can be traded first, for each player who fits', () => {
    // 2.0 million are left: enough for one trade.
    const squad = buildSquad((player) => ({ price: player.id === 1 ? 140 : 60 }));
    expect(squadCost(squad)).toBe(980);
    const upgrades = [2, 3].flatMap((position) =>
      [20, 21].map((id) => ({
        id: position * 100 + id,
        position: position as Position,
        club: id,
        price: 80,
        selectable: true,
      })),
    );
    const bought = Array.from({ length: 200 }, (_, seed) => {
      const traded = tradeUp(squad, 0, upgrades, seeded(seed));
      const place = traded.findIndex(({ id }) => id > 100);
      return `${place}: ${traded[place]!.id}`;
    });
    // Five defenders and five midfielders, with two candidates each.
    expect(new Set(bought).size).toBe(20);
  });
});

describe('cheapestCompletion', () => {
  it('cheapestCompletion equals the result of trying every combination', () => {
    const player = fc.record({
      position: fc.constantFrom<Position>(1, 2),
      club: fc.integer({ min: 1, max: 3 }),
      price: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(player, { maxLength: 9 }), (players) => {
        const pool = players.map((each, index) => ({ ...each, id: index, selectable: true }));
        const needs = { positions: { 1: 1, 2: 3, 3: 0, 4: 0 }, clubCapacity: () => 2 };
        expect(cheapestCompletion(needs, pool)).toBe(tryAllCombinations(pool));
      }),
    );
  });
});

/** Tries all choices of one GK and three DEF with up to two per club; returns the lowest cost, or null. */
function tryAllCombinations(pool: readonly SquadPlayer[]): number | null {
  let best: number | null = null;
  for (let mask = 0; mask < 2 ** pool.length; mask += 1) {
    const chosen = pool.filter((_player, index) => (mask >> index) & 1);
    const counts = countPositions(chosen);
    if (counts[1] !== 1 || counts[2] !== 3) continue;
    if (chosen.some(({ club }) => chosen.filter((mate) => mate.club === club).length > 2)) continue;
    const cost = squadCost(chosen);
    if (best === null || cost < best) best = cost;
  }
  return best;
}
