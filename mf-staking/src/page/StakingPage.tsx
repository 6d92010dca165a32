import { useHost, useWatched } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { tierOfStake } from '@touchline/rules/stakes';
import { tokensOf, weiOf } from '@touchline/rules/tokens';
import { Button, Container, useDisclosure } from '@touchline/ui/base';
import { NotRefreshed } from '@touchline/ui/DataAge';
import { IconPlus } from '@touchline/ui/icons';
import { PageHeader } from '@touchline/ui/PageHeader';
import { useCallback, useState } from 'react';
import { StakeDialog } from '../dialog/StakeDialog.tsx';
import { useStakeFlow } from '../dialog/use-stake-flow.ts';
import { lockEndOf, myStakesOf, NOTHING_STAKED } from '../staking.queries.ts';
import { useLiveStaking } from '../use-live-staking.ts';
import { ActiveStakes } from './ActiveStakes.tsx';
import { Benefits } from './Benefits.tsx';
import { CurrentStaking } from './CurrentStaking.tsx';
import { OwedList } from './OwedList.tsx';
import { PlatformStats } from './PlatformStats.tsx';
import classes from './StakingPage.module.css';
import { TierList } from './TierList.tsx';
import { UnderWay } from './UnderWay.tsx';

/** `/staking`: what one has staked, what it brings, and more of it. Guests may read (OPEN-04). */
export function StakingPage() {
  const host = useHost();
  useLiveStaking();
  const { user, status } = useWatched(host.session);
  const wallet = user?.wallet_address ?? null;
  const query = useQuery({ ...myStakesOf(host.api, wallet ?? ''), enabled: wallet !== null });
  const { data: lockEnd = null } = useQuery(lockEndOf(host.api));
  const { flow, phase } = useStakeFlow(wallet);
  const [opened, dialog] = useDisclosure(false);
  const [suggested, setSuggested] = useState('');

  const loading = status === 'loading' || (wallet !== null && query.isPending);
  const failed = query.isError && !query.data;
  const known = wallet === null ? null : query.data;
  const mine = known ?? NOTHING_STAKED;
  const staked = known ? weiOf(known.total_staked) : null;
  const action = staked ? 'Add More Tokens' : 'Stake';
  const open = useCallback(
    (wei?: bigint) => {
      setSuggested(wei === undefined ? '' : tokensOf(wei));
      dialog.open();
    },
    [dialog.open],
  );

  return (
    <Container size="lg" py="md">
      <PageHeader
        title="Staking & Coefficient"
        subtitle="Lock FOOTBALL until the season ends and your team earns more points for it."
        actions={
          <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => open()}>
            {action}
          </Button>
        }
      />
      <div className={classes.page}>
        {query.isRefetchError ? (
          <NotRefreshed what="Your stakes" at={query.dataUpdatedAt} now={Date.now()} />
        ) : null}
        {opened ? null : <UnderWay phase={phase} onOpen={() => open()} onClear={() => flow?.clear()} />}
        <CurrentStaking
          mine={mine}
          staked={staked}
          signedIn={wallet !== null}
          loading={loading}
          failed={failed ? () => void query.refetch() : null}
          lockEnd={lockEnd}
          onStake={open}
        />
        <PlatformStats />
        <div className={classes.columns}>
          <div className={classes.column}>
            <ActiveStakes
              stakes={mine.active_stakes}
              signedIn={wallet !== null}
              loading={loading}
              failed={failed}
            />
            <OwedList owed={mine.owed} />
            <Benefits />
          </div>
          <TierList current={staked === null ? null : tierOfStake(staked)} />
        </div>
      </div>
      <StakeDialog
        opened={opened}
        onClose={dialog.close}
        guest={status === 'guest'}
        flow={flow}
        phase={phase}
        staked={staked}
        suggested={suggested}
      />
    </Container>
  );
}
