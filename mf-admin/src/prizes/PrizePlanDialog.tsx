import type { AdminGame } from '@touchline/api/http/admin-games';
import { getPrizePlan } from '@touchline/api/http/admin-prizes';
import { Stack } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { Alert } from '@touchline/ui/data';
import { PrizeTable } from '@touchline/ui/PrizeTable';
import { useAdminQuery } from '../admin.queries.ts';
import { DetailList } from '../components/DetailList.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { InputSubject } from '../components/use-kept-state.ts';
import { type UnsavedGuard, useUnsavedGuard } from '../components/use-unsaved-guard.tsx';
import { PlanForm } from './PlanForm.tsx';
import { describePlan } from './plan-labels.ts';

interface PrizePlanDialogProps {
  /** Null while the dialog is closed. */
  game: AdminGame | null;
  onClose(): void;
}

/** The prize plan of a game: announced prizes, why the game stays closed, and a form until the plan is fixed. */
export function PrizePlanDialog({ game, onClose }: PrizePlanDialogProps) {
  const unsaved = useUnsavedGuard();
  return (
    <Dialog
      opened={game !== null}
      onClose={() => unsaved.confirm(onClose)}
      size="xl"
      title={game ? `Prize plan of ${game.name}` : 'Prize plan'}
    >
      {game ? (
        <InputSubject value={`prize plan of ${game.id}`}>
          <Content game={game} unsaved={unsaved} />
        </InputSubject>
      ) : null}
    </Dialog>
  );
}

/** A form that opens must have the current version. */
const UNCACHED = { staleTime: 0, gcTime: 0 } as const;

function Content({ game, unsaved }: { game: AdminGame; unsaved: UnsavedGuard }) {
  const query = useAdminQuery(getPrizePlan, { params: { id: game.id } }, UNCACHED);
  const reload = async () => (await query.refetch({ throwOnError: true })).data!.plan;
  return (
    <Loaded query={query} what="the prize plan" rows={6}>
      {({ plan }) => (
        <Stack gap="md">
          {plan.closed_because === null ? null : (
            <Alert color="warn" role="status" title="This game stays closed">
              {`${plan.closed_because} Add tokens to the treasury or lower the guarantee. The game then opens automatically in its join window.`}
            </Alert>
          )}
          <DetailList details={describePlan(plan)} />
          <PrizeTable rows={plan.prizes.table} token={plan.prizes.token} label="Announced prizes" />
          {plan.fixed ? (
            <Alert color="info" title="The plan is fixed">
              A player has already reserved a seat or joined, so the announced prizes can&apos;t be changed.
            </Alert>
          ) : (
            <PlanForm plan={plan} game={game} unsaved={unsaved} reload={reload} />
          )}
        </Stack>
      )}
    </Loaded>
  );
}
