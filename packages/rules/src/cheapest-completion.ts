import { POSITIONS, type Position, type SquadPlayer } from './squad.ts';

/** Open places of a squad. */
export interface Needs {
  /** Number of missing players by position. */
  positions: Readonly<Record<Position, number>>;
  /** Number of players that a club may still supply. */
  clubCapacity: (club: number) => number;
}

interface Edge {
  from: number;
  to: number;
  capacity: number;
  cost: number;
}

const SOURCE = 0;
const SINK = 5;
const FIRST_CLUB = 6;

/**
 * Computes the lowest total price of players that meet the needs, in tenths; null if the pool cannot meet them. The result is
 * exact: a minimum-cost flow from the positions (nodes 1 to 4) through the players to the clubs.
 */
export function cheapestCompletion(needs: Needs, pool: readonly SquadPlayer[]): number | null {
  const { edges, nodes } = buildNetwork(needs, pool);
  const wanted = POSITIONS.reduce((sum, position) => sum + needs.positions[position], 0);
  let cost = 0;
  for (let met = 0; met < wanted; met += 1) {
    const path = findCheapestPath(edges, nodes);
    if (!path) return null;
    for (const index of path) {
      edges[index]!.capacity -= 1;
      edges[index ^ 1]!.capacity += 1;
      cost += edges[index]!.cost;
    }
  }
  return cost;
}

/** Builds the flow network. Edges come in pairs: index ^ 1 is the reverse edge. */
function buildNetwork(needs: Needs, pool: readonly SquadPlayer[]): { edges: Edge[]; nodes: number } {
  const edges: Edge[] = [];
  const connect = (from: number, to: number, capacity: number, cost: number) => {
    edges.push({ from, to, capacity, cost }, { from: to, to: from, capacity: 0, cost: -cost });
  };
  for (const position of POSITIONS) connect(SOURCE, position, needs.positions[position], 0);
  const clubNodes = new Map<number, number>();
  for (const { position, club, price } of selectCheapest(needs, pool)) {
    let node = clubNodes.get(club);
    if (node === undefined) {
      node = FIRST_CLUB + clubNodes.size;
      clubNodes.set(club, node);
      connect(node, SINK, needs.clubCapacity(club), 0);
    }
    connect(position, node, 1, price);
  }
  return { edges, nodes: FIRST_CLUB + clubNodes.size };
}

/** Selects the cheapest players by club and position, limited to the number that the club may supply. */
function selectCheapest(needs: Needs, pool: readonly SquadPlayer[]): SquadPlayer[] {
  const taken = new Map<string, number>();
  return [...pool]
    .sort((a, b) => a.price - b.price)
    .filter(({ club, position }) => {
      const key = `${club} ${position}`;
      const count = taken.get(key) ?? 0;
      taken.set(key, count + 1);
      return count < Math.min(needs.clubCapacity(club), needs.positions[position]);
    });
}

/** Finds the edges of a cheapest augmenting path (Bellman-Ford); null if there is none. */
function findCheapestPath(edges: readonly Edge[], nodes: number): number[] | null {
  const distance = new Array<number>(nodes).fill(Number.POSITIVE_INFINITY);
  const arrival = new Array<number>(nodes).fill(-1);
  distance[SOURCE] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (const [index, { from, to, capacity, cost }] of edges.entries()) {
      if (capacity === 0 || distance[from]! + cost >= distance[to]!) continue;
      distance[to] = distance[from]! + cost;
      arrival[to] = index;
      changed = true;
    }
  }
  if (distance[SINK] === Number.POSITIVE_INFINITY) return null;
  const path: number[] = [];
  for (let node = SINK; node !== SOURCE; node = edges[arrival[node]!]!.from) path.push(arrival[node]!);
  return path;
}
