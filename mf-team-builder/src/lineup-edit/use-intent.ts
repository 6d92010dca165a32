import { type ApiLineup, lineup } from '@touchline/api/http/lineups';
import { useHost, useShared } from '@touchline/host/host';
import { KEPT_EDITS } from '@touchline/host/unsent-lineups';
import type { Draft } from '@touchline/rules/draft';
import { useEffect, useState } from 'react';
import { z } from 'zod/mini';
import { draft } from '../draft/draft-state.ts';
import { createStoredTexts, parseStored } from '../stored.ts';
import { addAttempt } from './unsent-lineup.ts';

/** The changes of an edit. */
export interface Intent {
  /** Null until something is changed. */
  draft: Draft | null;
  /** The lineup that the draft changes, by gameweek: the loaded one until something is changed. A save replaces no other one. */
  bases: Readonly<Record<number, ApiLineup>>;
  /** Lineups whose save has failed or has no response yet. The server may have saved one of them. */
  attempts: readonly ApiLineup[];
  gameweek: number;
}

const intentSchema = z.object({
  draft,
  bases: z.record(z.string(), lineup),
  attempts: z.array(lineup),
  gameweek: z.number(),
});

/** Lets an intent replace a lineup that was sent, because the server may have saved it. */
export const addSent = (intent: Intent, lineup: ApiLineup): Intent => ({
  ...intent,
  attempts: addAttempt(lineup, intent.attempts),
});

const createKept = () => createStoredTexts(KEPT_EDITS, sessionStorage);

/**
 * State of an edit. Unsaved changes are kept in this tab, by wallet and team, because the page is closed by a reload, and by a session that
 * another tab ends. They stay there during a save, whose response may never reach the page.
 * @param sending the lineup of a pending save; otherwise null
 */
export function useIntent(teamId: string, sending: ApiLineup | null) {
  const { session } = useHost();
  const kept = useShared(createKept);
  const [id] = useState(() => `${session.get().user?.wallet_address}.${teamId}`);
  const [intent, setIntent] = useState<Intent | null>(() => parseStored(kept.find(id), intentSchema));
  useEffect(() => {
    if (intent?.draft) kept.save(id, JSON.stringify(sending ? addSent(intent, sending) : intent));
    else kept.remove(id);
  }, [id, kept, intent, sending]);
  /** Removes the kept changes, or only those of a sent intent: changes made since are still unsaved. */
  const forget = (sent?: Intent) => kept.remove(id, sent && JSON.stringify(sent));
  return [intent, setIntent, forget] as const;
}
