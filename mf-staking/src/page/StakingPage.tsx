import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { findStakeTier } from '@touchline/rules/stakes';
import { weiToTokens } from '@touchline/rules/tokens';
import { Button, Container, useDisclosure } from '@touchline/ui/base';
import { RefreshFailed } from '@touchline/ui/DataAge';
import { IconPlus } from '@touchline/ui/icons';
import { PageHeader } from '@touchline/ui/PageHeader';
import { useCallback, useState } from 'react';
import { StakeDialog } from '../dialog/StakeDialog.tsx';
import { useStakeFlow } from '../flow/use-stake-flow.ts';
import { isClosed, stakingKey, tiersOf, whyClosed } from '../staking.queries.ts';
import { ActiveStakes } from './ActiveStakes.tsx';
import { Benefits } from './Benefits.tsx';
import { CurrentStaking } from './CurrentStaking.tsx';
import { OwedList } from './PendingPayouts.tsx';
import { PaidList } from './SentPayouts.tsx';
import { PendingStake } from './PendingStake.tsx';
import { PlatformStats } from './PlatformStats.tsx';
import classes from './StakingPage.module.css';
import { TierList } from './TierList.tsx';
import { useMyStakes } from './use-my-stakes.ts';

/** `/staking`: the user's stakes, their benefits, and a dialog to stake more. Guests may look (OPEN-04). */
export function StakingPage() {
  useLive(['stakes', 'switches'], [stakingKey()]);
  const my = useMyStakes();
  const { api } = useHost();
  const { data: tiers } = useQuery(tiersOf(api));
  const closed = tiers !== undefined && isClosed(tiers, api.now());
  const { flow, phase } = useStakeFlow(my.wallet);
  const dialog = useStakeDialog();
  return (
    <Container size="lg" py="md">
      <PageHeader
        title="Staking & Coefficient"
        subtitle="Lock FOOTBALL until the season ends and your team earns more points for it."
        actions={
          closed ? (
            <p className={classes.closed}>{whyClosed(tiers)}</p>
          ) : (
            <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => dialog.open()}>
              {my.staked ? 'Add More Tokens' : 'Stake'}
            </Button>
          )
        }
      />
      <div className={classes.page}>
        {my.outdatedSince === null ? null : (
          <RefreshFailed what="Your stakes" at={my.outdatedSince} now={Date.now()} />
        )}
        {dialog.opened ? null : (
          <PendingStake phase={phase} onOpen={() => dialog.open()} onClear={() => flow?.clear()} />
        )}
        <StakingPanels my={my} lockEnd={tiers?.lock_end_date ?? null} onStake={closed ? null : dialog.open} />
      </div>
      <StakeDialog
        opened={dialog.opened}
        onClose={dialog.close}
        guest={my.isGuest}
        flow={flow}
        phase={phase}
        staked={my.staked}
        lockEnd={tiers?.lock_end_date ?? null}
        suggested={dialog.suggested}
      />
    </Container>
  );
}

function useStakeDialog() {
  const [opened, { open: show, close }] = useDisclosure(false);
  const [suggested, setSuggested] = useState('');
  const open = useCallback(
    (wei?: bigint) => {
      setSuggested(wei === undefined ? '' : weiToTokens(wei));
      show();
    },
    [show],
  );
  return { opened, suggested, open, close };
}

interface StakingPanelsProps {
  my: ReturnType<typeof useMyStakes>;
  lockEnd: string | null;
  /** Null while staking is closed. */
  onStake: ((wei?: bigint) => void) | null;
}

function StakingPanels({ my, lockEnd, onStake }: StakingPanelsProps) {
  const { mine, staked, loading, failed } = my;
  const signedIn = my.wallet !== null;
  return (
    <>
      <CurrentStaking
        mine={mine}
        staked={staked}
        signedIn={signedIn}
        loading={loading}
        onRetry={failed ? my.reload : null}
        lockEnd={lockEnd}
        onStake={onStake}
      />
      <PlatformStats />
      <div className={classes.columns}>
        <div className={classes.column}>
          <ActiveStakes stakes={mine.active_stakes} signedIn={signedIn} loading={loading} failed={failed} />
          <OwedList owed={mine.owed} />
          <PaidList paid={mine.paid} />
          <Benefits />
        </div>
        <TierList current={staked === null ? null : findStakeTier(staked)} />
      </div>
    </>
  );
}
