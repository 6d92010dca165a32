import { type ApiLineup, lineup } from '@touchline/api/http/lineups';
import { useHost, useShared, useWatched } from '@touchline/host/host';
import type { Draft } from '@touchline/rules/draft';
import { useEffect, useRef, useState } from 'react';
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

const createKept = () => createStoredTexts('touchline.lineup-edit.');

/**
 * State of an edit. Unsaved changes are kept in this browser while the user is signed out, by wallet and team: another tab may end the
 * session, and with it the page.
 */
export function useIntent(teamId: string, saving: boolean) {
  const { session } = useHost();
  const kept = useShared(createKept);
  const wallet = useWatched(session).user?.wallet_address ?? '';
  const [id] = useState(`${wallet}.${teamId}`);
  const [intent, setIntent] = useState<Intent | null>(() => parseStored(kept.find(id), intentSchema));
  const unsaved = useRef<Intent | null>(null);
  // Changes during a save are kept with it.
  unsaved.current = intent?.draft && !saving ? intent : null;
  useEffect(() => {
    kept.remove(id);
    return () => {
      if (unsaved.current && !session.get().user) kept.save(id, JSON.stringify(unsaved.current));
    };
  }, [id, kept, session]);
  return [intent, setIntent] as const;
}
