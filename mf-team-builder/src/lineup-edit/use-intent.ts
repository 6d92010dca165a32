import { type ApiLineup, lineup } from '@touchline/api/http/lineups';
import { useHost, useShared } from '@touchline/host/host';
import { KEPT_EDITS } from '@touchline/host/unsent-lineups';
import type { Draft } from '@touchline/rules/draft';
import { useEffect, useState } from 'react';
import { z } from 'zod/mini';
import { draft } from '../draft/draft-state.ts';
import { createStoredTexts, parseStored } from '../stored.ts';

/** The changes of an edit. */
export interface Intent {
  /** Null until something is changed. */
  draft: Draft | null;
  /** The lineup that the draft changes, by gameweek: the loaded one until something is changed. A save replaces no other one. */
  bases: Readonly<Record<number, ApiLineup>>;
  /** Lineups whose save has failed. The server may have saved one of them before. */
  attempts: readonly ApiLineup[];
  gameweek: number;
}

const intentSchema = z.object({
  draft,
  bases: z.record(z.string(), lineup),
  attempts: z.array(lineup),
  gameweek: z.number(),
});

const createKept = () => createStoredTexts(KEPT_EDITS, sessionStorage);

/**
 * State of an edit. Unsaved changes are kept in this tab, by wallet and team, because the page is closed by a reload, and by a session that
 * another tab ends.
 */
export function useIntent(teamId: string, saving: boolean) {
  const { session } = useHost();
  const kept = useShared(createKept);
  const [id] = useState(() => `${session.get().user?.wallet_address}.${teamId}`);
  const [intent, setIntent] = useState<Intent | null>(() => parseStored(kept.find(id), intentSchema));
  // Changes during a save are kept with it.
  const unsaved = intent?.draft && !saving ? intent : null;
  useEffect(() => {
    if (unsaved) kept.save(id, JSON.stringify(unsaved));
    else kept.remove(id);
  }, [id, kept, unsaved]);
  return [intent, setIntent] as const;
}
