import { Container, Stack } from '@touchline/ui/base';
import { ErrorState } from '@touchline/ui/ErrorState';
import { IconCoins, IconLock, IconTrophy } from '@touchline/ui/icons';
import { PageHeader } from '@touchline/ui/PageHeader';
import { CardsSkeleton } from '@touchline/ui/skeletons';
import { Lobby } from '../lobby/Lobby.tsx';
import { RefreshAge } from '../page/RefreshAge.tsx';
import { SignedIn } from '../page/SignedIn.tsx';
import classes from './chooser.module.css';
import { GameCards } from './GameCards.tsx';
import { useChooser } from './use-chooser.ts';

/** `/choose-game`: cards for the game modes. */
export function ChooseGamePage() {
  return (
    <Container size="xl" py="md">
      <PageHeader title="Choose your game" subtitle="One squad of 15 and £100.0m. Pick where it plays." />
      <SignedIn>{(user) => <Chooser wallet={user.wallet_address} />}</SignedIn>
    </Container>
  );
}

function Chooser({ wallet }: { wallet: string }) {
  const chooser = useChooser(wallet);
  if (chooser.failed)
    return (
      <ErrorState
        title="Failed to load games"
        onRetry={() => void chooser.reload()}
        retrying={chooser.fetching}
      >
        Your teams are safe. Check your connection and try again.
      </ErrorState>
    );
  if (chooser.pending) return <CardsSkeleton rows={3} height={430} label="Loading games" />;
  return (
    <Stack gap={24}>
      <RefreshAge what="The games" {...chooser.age} />
      <GameCards games={chooser.games} context={chooser.context} onElapsed={() => void chooser.reload()} />
      <CoefficientPanel />
      <Lobby joined={chooser.context.joined} />
    </Stack>
  );
}

const STAKING_BENEFITS = [
  { icon: IconLock, text: 'Lock tokens before the season for multipliers' },
  { icon: IconCoins, text: '3% APY' },
  { icon: IconTrophy, text: 'Unlock at season end' },
];

/** Benefits of staking for a team (CHOOSE-03). */
function CoefficientPanel() {
  return (
    <section className={classes.boost} aria-labelledby="boost-title">
      <h2 id="boost-title" className={classes.boostTitle}>
        Boost Your Coefficient
      </h2>
      <ul className={classes.boostPoints}>
        {STAKING_BENEFITS.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={22} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
