import { TouchlineError } from '@touchline/api/errors';
import type { AdminGame } from '@touchline/api/http/admin-games';
import { type AdminPrizePlan, updatePrizePlan } from '@touchline/api/http/admin-prizes';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { useState } from 'react';
import { adminKey } from '../admin.queries.ts';
import { findChanges, type PlanChange, type PlanDraft, readDraft, toDraft } from './plan-draft.ts';
import { describeDifferences } from './plan-labels.ts';

interface PlanEditOptions {
  plan: AdminPrizePlan;
  game: AdminGame;
  /** Reloads the plan after it has become fixed or another admin has changed it. */
  reload(): Promise<AdminPrizePlan>;
}

/**
 * State of the form of a prize plan. Like `useEdit`, it keeps the version that it was opened with, and the input after a rejected
 * change. After a conflict, the fields that the user has not edited have the new values.
 */
export function usePlanEdit({ plan, game, reload }: PlanEditOptions) {
  const { api, notify, queryClient } = useHost();
  const [base, setBase] = useState(plan);
  const [typed, setTyped] = useState<Partial<PlanDraft>>({});
  const [conflicts, setConflicts] = useState<readonly string[] | null>(null);
  const draft = { ...toDraft(base), ...typed };
  const { change, errors } = readDraft(draft, base.tokens);
  const body = change && findChanges(base, change);
  const isChanged = body === null || Object.keys(body).length > 0;
  const save = useMutation({
    mutationFn: async (request: { body: PlanChange; reason: string }) => {
      const { reason } = request;
      const about = { params: { id: base.game_id }, query: { reason }, version: base.version };
      return (await api.request(updatePrizePlan, { ...about, body: request.body })).plan;
    },
    onMutate: () => setConflicts(null),
    onSuccess(saved) {
      setBase(saved);
      setTyped({});
      notify({ kind: 'success', message: `Prize plan of ${game.name} changed.` });
      void queryClient.invalidateQueries({ queryKey: adminKey() });
    },
    async onError(error) {
      if (!(error instanceof TouchlineError) || !OUTDATED.has(error.code)) return;
      const latest = await reload().catch(() => null);
      if (latest === null) return;
      setConflicts(describeDifferences(base, latest));
      setBase(latest);
    },
  });
  return {
    base,
    draft,
    /** The complete plan of the form; null if a field cannot be read. */
    change,
    errors,
    isChanged,
    /** Changes by another admin that stopped the last save; null if there was no conflict. */
    conflicts,
    save,
    type(part: Partial<PlanDraft>) {
      setTyped({ ...typed, ...part });
      if (save.isError) save.reset();
    },
    submit(reason: string, options: { onSuccess(): void }) {
      if (!isChanged) notify({ kind: 'info', message: 'The prize plan has no changes.' });
      else if (body && Object.keys(errors).length === 0) save.mutate({ body, reason }, options);
    },
  };
}

const OUTDATED: ReadonlySet<string> = new Set(['PRIZE_PLAN_FIXED', 'STALE']);
