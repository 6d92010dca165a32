import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { useNow } from '@touchline/host/use-now';
import { findStakeTier } from '@touchline/rules/stakes';
import { weiToTokens } from '@touchline/rules/tokens';
import { Button, Container, Stack, Text, useDisclosure } from '@touchline/ui/base';
import { LoadedAge } from '@touchline/ui/DataAge';
import { IconPlus } from '@touchline/ui/icons';
import { PageHeader } from '@touchline/ui/PageHeader';
import { type ComponentProps, useCallback, useState } from 'react';
import { StakeDialog } from '../dialog/StakeDialog.tsx';
import { useStakeFlow } from '../flow/use-stake-flow.ts';
import { getClosedMessage, isClosed, stakingKey, tiersQuery } from '../staking.queries.ts';
import { ActiveStakes } from './ActiveStakes.tsx';
import { Benefits } from './Benefits.tsx';
import { CurrentStaking } from './CurrentStaking.tsx';
import { PendingPayouts } from './PendingPayouts.tsx';
import { PendingStake } from './PendingStake.tsx';
import { PlatformStats } from './PlatformStats.tsx';
import { SentPayouts } from './SentPayouts.tsx';
import classes from './StakingPage.module.css';
import { TierList } from './TierList.tsx';
import { useMyStakes } from './use-my-stakes.ts';

/** `/staking`: stakes of the user, benefits, and a dialog to stake more. Open to guests (OPEN-04). */
export function StakingPage() {
  useLive(['stakes', 'switches'], [stakingKey()]);
  const myStakes = useMyStakes();
  const { api } = useHost();
  const { data: tiers } = useQuery(tiersQuery(api));
  const closed = tiers !== undefined && isClosed(tiers, api.now());
  const { flow, phase } = useStakeFlow(myStakes.wallet);
  const dialog = useStakeDialog();
  return (
    <Container size="xl" py="md">
      <PageHeader
        title="Staking & Coefficient"
        subtitle="Lock FOOTBALL until the season ends to earn more points with your teams."
        actions={
          closed ? (
            <Text fw={600} maw="20rem">
              {getClosedMessage(tiers)}
            </Text>
          ) : (
            <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => dialog.open()}>
              {myStakes.staked ? 'Add More Tokens' : 'Stake'}
            </Button>
          )
        }
      />
      <Stack>
        {myStakes.outdatedSince === null ? null : <StakesAge loadedAt={myStakes.outdatedSince} />}
        {dialog.opened ? null : (
          <PendingStake phase={phase} onOpen={() => dialog.open()} onClear={() => flow?.clear()} />
        )}
        <StakingPanels
          myStakes={myStakes}
          lockEnd={tiers?.lock_end_date ?? null}
          onStake={closed ? null : dialog.open}
        />
      </Stack>
      <StakeDialog
        opened={dialog.opened}
        onClose={dialog.close}
        guest={myStakes.isGuest}
        flow={flow}
        phase={phase}
        staked={myStakes.staked}
        lockEnd={tiers?.lock_end_date ?? null}
        suggested={dialog.suggested}
      />
    </Container>
  );
}

/** The age of stakes that could not be refreshed, up to date while it is shown. */
function StakesAge({ loadedAt }: { loadedAt: number }) {
  // Renders every second; the age itself is by the browser's clock.
  useNow();
  return <LoadedAge what="Your stakes" at={loadedAt} failed now={Date.now()} />;
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

function StakingPanels(props: ComponentProps<typeof CurrentStaking>) {
  const { myStakes } = props;
  const { stakes, staked } = myStakes;
  return (
    <>
      <CurrentStaking {...props} />
      <PlatformStats />
      <div className={classes.columns}>
        <Stack miw={0}>
          <ActiveStakes myStakes={myStakes} />
          <PendingPayouts payouts={stakes.owed} />
          <SentPayouts payouts={stakes.paid} />
          <Benefits />
        </Stack>
        <TierList current={staked === null ? null : findStakeTier(staked)} />
      </div>
    </>
  );
}
