import { TouchlineError } from '@touchline/api/errors';
import type { AdminGame } from '@touchline/api/http/admin-games';
import { type AdminPrizePlan, updatePrizePlan } from '@touchline/api/http/admin-prizes';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { tokensToWei } from '@touchline/rules/tokens';
import { TextInput } from '@touchline/ui/forms';
import { PrizeTable } from '@touchline/ui/PrizeTable';
import { useState } from 'react';
import { adminKey } from '../admin.queries.ts';
import { ReasonForm } from '../components/ReasonForm.tsx';
import { PlanFields } from './PlanFields.tsx';
import {
  findChanges,
  type PlanChange,
  type PlanErrors,
  previewTable,
  readDraft,
  toDraft,
} from './plan-draft.ts';
import classes from './prizes.module.css';

interface PlanFormProps {
  plan: AdminPrizePlan;
  game: AdminGame;
  /** Called when the plan has become fixed or another admin has changed it. */
  onStale(): void;
}

/** Form that changes a prize plan, with a preview of its table. The input is kept after a rejected change. */
export function PlanForm({ plan, game, onStale }: PlanFormProps) {
  const { api, notify, queryClient } = useHost();
  const [draft, setDraft] = useState(() => toDraft(plan));
  const [base, setBase] = useState(plan);
  const { change, errors } = readDraft(draft, plan.tokens);
  const save = useMutation({
    mutationFn: async ({ body, reason }: { body: PlanChange; reason: string }) => {
      const request = { params: { id: plan.game_id }, query: { reason }, body, version: plan.version };
      return (await api.request(updatePrizePlan, request)).plan;
    },
    onSuccess(saved) {
      setBase(saved);
      notify({ kind: 'success', message: `Prize plan of ${game.name} changed.` });
      void queryClient.invalidateQueries({ queryKey: adminKey() });
    },
    onError(error) {
      const isOutdated = error instanceof TouchlineError && OUTDATED.has(error.code);
      if (isOutdated) onStale();
    },
  });
  return (
    <ReasonForm
      action="Change prize plan"
      color="grass"
      pending={save.isPending}
      error={save.error}
      onSubmit={(reason) => {
        if (change) save.mutate({ body: findChanges(base, change), reason });
      }}
    >
      <PlanFields
        draft={draft}
        tokens={plan.tokens}
        errors={{ ...readErrors(save.error), ...errors }}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      <Preview change={change} plan={plan} game={game} />
    </ReasonForm>
  );
}

const OUTDATED: ReadonlySet<string> = new Set(['PRIZE_PLAN_FIXED', 'STALE']);

/** Problems by field of a rejected change. */
function readErrors(error: Error | null): PlanErrors {
  if (!(error instanceof TouchlineError)) return {};
  return Object.fromEntries(
    error.details.map(({ path = '', message }) => [path.split(/[.[]/, 1)[0] ?? '', message]),
  );
}

/** Prize table of the edited plan for a number of entries. */
function Preview({ change, plan, game }: { change: PlanChange | null } & Omit<PlanFormProps, 'onStale'>) {
  const [entries, setEntries] = useState(String(Math.max(game.participation_count, 100)));
  const token = plan.tokens.find(({ address }) => address === change?.token) ?? plan.prizes.token;
  const entrants = /^\d{1,7}$/.test(entries) ? Number(entries) : 0;
  const rows = change ? previewTable(change, { entrants, fee: tokensToWei(game.entry_fee) }) : [];
  return (
    <section aria-label="Preview">
      <h3 className={classes.subtitle}>Preview</h3>
      <TextInput
        label="Entries in the preview"
        inputMode="numeric"
        maxLength={7}
        mb="sm"
        value={entries}
        onChange={({ currentTarget }) => setEntries(currentTarget.value)}
      />
      {rows.length > 0 ? (
        <PrizeTable rows={rows} token={token} label="Preview of the prizes" />
      ) : (
        <p className={classes.muted}>No prizes with these values.</p>
      )}
    </section>
  );
}
