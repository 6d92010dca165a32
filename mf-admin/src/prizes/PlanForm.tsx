import type { AdminGame } from '@touchline/api/http/admin-games';
import type { AdminPrizePlan } from '@touchline/api/http/admin-prizes';
import { tokensToWei } from '@touchline/rules/tokens';
import { Text, Title } from '@touchline/ui/base';
import { TextInput } from '@touchline/ui/forms';
import { PrizeTable } from '@touchline/ui/PrizeTable';
import { useState } from 'react';
import { readFieldErrors } from '../components/field-errors.ts';
import { ReasonForm } from '../components/ReasonForm.tsx';
import { type UnsavedGuard, useReportUnsaved } from '../components/use-unsaved-guard.tsx';
import { ConflictAlert } from '../records/ConflictAlert.tsx';
import { PlanFields } from './PlanFields.tsx';
import { type PlanChange, previewTable } from './plan-draft.ts';
import { usePlanEdit } from './use-plan-edit.ts';

interface PlanFormProps {
  plan: AdminPrizePlan;
  game: AdminGame;
  unsaved: UnsavedGuard;
  reload(): Promise<AdminPrizePlan>;
}

/** Form that changes a prize plan, with a preview of its table. */
export function PlanForm({ plan, game, unsaved, reload }: PlanFormProps) {
  const edit = usePlanEdit({ plan, game, reload });
  useReportUnsaved(unsaved, edit.isChanged);
  const { base, draft, planned, errors, conflicts, change } = edit;
  return (
    <>
      {conflicts ? <ConflictAlert differences={conflicts} /> : null}
      <ReasonForm
        action="Change prize plan"
        color="grass"
        change={{ ...change, error: conflicts ? null : change.error, mutate: edit.submit }}
      >
        <PlanFields
          draft={draft}
          tokens={base.tokens}
          errors={{ ...readFieldErrors(change.error), ...errors }}
          isDisabled={change.isPending}
          onChange={edit.type}
        />
        <Preview change={planned} plan={base} game={game} />
      </ReasonForm>
      {unsaved.alert}
    </>
  );
}

/** Prize table of the edited plan for a number of entries. */
function Preview({
  change,
  plan,
  game,
}: { change: PlanChange | null } & Pick<PlanFormProps, 'plan' | 'game'>) {
  const [entries, setEntries] = useState(String(Math.max(game.participation_count, 100)));
  const token = plan.tokens.find(({ address }) => address === change?.token) ?? plan.prizes.token;
  const entrants = /^\d{1,7}$/.test(entries) ? Number(entries) : 0;
  const rows = change ? previewTable(change, { entrants, fee: tokensToWei(game.entry_fee) }) : [];
  return (
    <section aria-label="Preview">
      <Title order={3} size="h4" mb={8}>
        Preview
      </Title>
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
        <Text fz="sm" c="dimmed" mb="sm">
          No prizes with these values.
        </Text>
      )}
    </section>
  );
}
