import { TouchlineError } from '@touchline/api/errors';
import { type ApiLineup, lineup, type SaveLineupBody } from '@touchline/api/http/lineups';
import { useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod/mini';

const STORAGE_KEY = 'touchline.unsent-lineups';
/** Start of the keys of unsaved edits in session storage, followed by wallet, dot and id of the participation. */
export const KEPT_EDITS = 'touchline.lineup-edit.';
/** Later, the gameweek of a lineup is over. */
const MAX_AGE_MS = 14 * 24 * 3_600_000;

const failure = z.object({ code: z.string(), message: z.string(), players: z.array(z.number()) });

const unsentLineup = z.object({
  /** The wallet that edited it. Only this wallet sees and sends it. */
  wallet: z.string(),
  participation_id: z.string(),
  team_name: z.string(),
  lineup,
  /** The saved lineup that was edited. The server rejects the new one if it has been replaced in the meantime. */
  replaces: lineup,
  /** Earlier lineups of this edit, latest first. The server may have saved one of them without a response. */
  attempts: z.optional(z.array(lineup)),
  gameweek: z.number(),
  /** When the user saved it, epoch ms by the browser's clock. */
  saved_at: z.number(),
  /** The server's reason for rejecting it; `players` are those that are locked. Null while it waits for a connection. */
  failure: z.nullable(failure),
});
/** A lineup that could not be sent to the server and is kept in this browser, one per team and gameweek. */
export type UnsentLineup = z.infer<typeof unsentLineup>;

/** Returns the request that sends an unsent lineup: for its gameweek only, and only in place of the lineup that was edited. */
export const toSaveRequest = ({ lineup, replaces, gameweek }: UnsentLineup): SaveLineupBody => ({
  ...lineup,
  replaces,
  effective_gameweek: gameweek,
});

/**
 * Sends a save in place of the lineup that it replaces. If that is STALE, sends it in place of each attempt in turn, because the server
 * may have saved one of them.
 * @throws the error of the last request
 */
export async function sendInPlaceOf<T>(
  attempts: readonly ApiLineup[],
  body: SaveLineupBody,
  send: (body: SaveLineupBody) => Promise<T>,
): Promise<T> {
  try {
    return await send(body);
  } catch (error) {
    const [attempt, ...others] = attempts;
    if (!isStale(error) || !attempt) throw error;
    return sendInPlaceOf(others, { ...body, replaces: attempt }, send);
  }
}

/** True if another lineup has been saved since the one that was edited. */
export const isStale = (error: unknown) => error instanceof TouchlineError && error.code === 'STALE';

/** Reads the unsent lineups of a wallet. */
export const readUnsentLineups = (wallet: string): UnsentLineup[] =>
  readAll().filter((unsent) => unsent.wallet === wallet);

/** Keeps a lineup in place of an older one of the same team and gameweek. Returns false if the browser cannot store it. */
export function keepLineup(unsent: UnsentLineup): boolean {
  return write([...readAll().filter((other) => !isSameTeamAndGameweek(other, unsent)), unsent]);
}

/** Removes a lineup, unless a newer one of the same team and gameweek has replaced it. */
export function removeUnsentLineup(unsent: UnsentLineup): void {
  write(
    readAll().filter((other) => !isSameTeamAndGameweek(other, unsent) || other.saved_at !== unsent.saved_at),
  );
}

/** Removes all lineups of a wallet, and edits of them, when its user signs out. */
export function removeUnsentLineups(wallet: string): void {
  for (const { participation_id } of readUnsentLineups(wallet))
    sessionStorage.removeItem(`${KEPT_EDITS}${wallet}.${participation_id}`);
  write(readAll().filter((unsent) => unsent.wallet !== wallet));
}

/** The unsent lineups of a wallet, the same in all remotes and tabs. */
export function useUnsentLineups(wallet: string | undefined): readonly UnsentLineup[] {
  const text = useSyncExternalStore(watchUnsentLineups, readText, () => null);
  return useMemo(() => parse(text).filter((unsent) => unsent.wallet === wallet), [text, wallet]);
}

/** Calls the listener when a lineup is kept or removed. Returns the unsubscribe function. */
export function watchUnsentLineups(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

const isSameTeamAndGameweek = (a: UnsentLineup, b: UnsentLineup) =>
  a.wallet === b.wallet && a.participation_id === b.participation_id && a.gameweek === b.gameweek;

const readText = () => localStorage.getItem(STORAGE_KEY);
const readAll = () => parse(readText());

function parse(text: string | null): UnsentLineup[] {
  if (text === null) return [];
  try {
    const stored = z.array(unsentLineup).parse(JSON.parse(text));
    return stored.filter(({ saved_at }) => Date.now() - saved_at < MAX_AGE_MS);
  } catch {
    return [];
  }
}

function write(unsent: readonly UnsentLineup[]): boolean {
  try {
    if (unsent.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(unsent));
  } catch {
    return false;
  }
  // Browsers send this event to other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY }));
  return true;
}
