import type { AdminGame } from '@touchline/api/http/admin-games';
import { type AdminPrizePlan, updatePrizePlan } from '@touchline/api/http/admin-prizes';
import { useHost } from '@touchline/host/host';
import { useVersionedForm } from '../records/use-edit.ts';
import { findChanges, type PlanDraft, readDraft, toDraft } from './plan-draft.ts';
import { describeDifferences } from './plan-labels.ts';

interface PlanEditOptions {
  plan: AdminPrizePlan;
  game: AdminGame;
  /** Reloads the plan after it has become fixed or another admin has changed it. */
  reload(): Promise<AdminPrizePlan>;
}

/** State of the form of a prize plan. */
export function usePlanEdit({ plan, game, reload }: PlanEditOptions) {
  const { api, notify } = useHost();
  const form = useVersionedForm<AdminPrizePlan, PlanDraft>({
    record: plan,
    reload,
    describe: describeDifferences,
    onChanged: () => notify({ kind: 'success', message: `Prize plan of ${game.name} changed.` }),
  });
  const { base, typed, change } = form;
  const draft = { ...toDraft(base), ...typed };
  const { change: planned, errors } = readDraft(draft, base.tokens);
  const body = planned && findChanges(base, planned);
  const isChanged = body === null || Object.keys(body).length > 0;
  function submit(reason: string, options: { onSuccess(): void }) {
    if (!isChanged) return notify({ kind: 'info', message: 'The prize plan has no changes.' });
    if (!body || Object.keys(errors).length > 0) return;
    const about = { params: { id: base.game_id }, query: { reason }, version: base.version };
    change.mutate(async () => (await api.request(updatePrizePlan, { ...about, body })).plan, options);
  }
  return {
    ...form,
    draft,
    /** The complete plan of the form; null if a field cannot be read. */
    planned,
    errors,
    isChanged,
    submit,
  };
}
