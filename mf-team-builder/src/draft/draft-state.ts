import { type Draft, emptyDraft, fieldPlayers } from '@touchline/rules/draft';
import { isFormation, listSlots } from '@touchline/rules/formations';
import type { PositionsById } from '@touchline/rules/lineup';
import type { Position } from '@touchline/rules/squad';
import { z } from 'zod/mini';

/** The team being built. It exists only in the browser. */
export interface DraftState {
  draft: Draft;
  /** Positions of all players in the draft. */
  positions: Readonly<Record<number, Position>>;
  /** Players added by Random Pick. Another Random Pick on a full squad replaces them. */
  random_ids: readonly number[];
  /** As typed. The default name is derived from the wallet. */
  team_name?: string | undefined;
}

export const EMPTY_STATE: DraftState = { draft: emptyDraft(), positions: {}, random_ids: [] };

/** Returns the ids of the players in the draft: the field in slot order, then the bench. */
export function getDraftedIds({ draft }: DraftState): number[] {
  return [...fieldPlayers(draft), ...draft.bench];
}

export function mapPositions({ positions }: DraftState): PositionsById {
  return new Map(Object.entries(positions).map(([id, position]) => [Number(id), position]));
}

const id = z.int().check(z.positive());
const position = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
const stored = z
  .object({
    draft: z.object({
      formation: z.string().check(z.refine(isFormation)),
      slots: z.array(z.nullable(id)),
      bench: z.array(id),
      captain_id: z.nullable(id),
      vice_captain_id: z.nullable(id),
    }),
    positions: z.record(z.string().check(z.regex(/^\d+$/)), position),
    random_ids: z.array(id),
    team_name: z.optional(z.string()),
  })
  .check(z.refine(isConsistent));

/** @throws ZodError or SyntaxError if the text is not a valid draft */
export function parseDraft(text: string): DraftState {
  return stored.parse(JSON.parse(text)) as unknown as DraftState;
}

/** True if every player has exactly one slot of the right position and the armbands are on the field. */
function isConsistent(value: unknown): boolean {
  const state = value as DraftState;
  const { draft, positions } = state;
  const slots = listSlots(draft.formation);
  const ids = getDraftedIds(state);
  const bands = [draft.captain_id, draft.vice_captain_id].filter((band) => band !== null);
  return (
    draft.slots.length === slots.length &&
    draft.slots.every((player, at) => player === null || positions[player] === slots[at]?.position) &&
    new Set(ids).size === ids.length &&
    ids.length === Object.keys(positions).length &&
    ids.every((player) => positions[player] !== undefined) &&
    bands.every((band) => draft.slots.includes(band)) &&
    new Set(bands).size === bands.length
  );
}
