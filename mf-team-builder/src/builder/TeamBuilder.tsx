import type { Game } from '@touchline/api/http/games';
import { Container, useMediaQuery, VisuallyHidden } from '@touchline/ui/base';
import { useMemo, useState } from 'react';
import { BuilderProvider } from '../draft/builder-context.tsx';
import type { BuilderPlayer } from '../football/builder-players.ts';
import type { ChosenGame } from '../game/chosen-game.ts';
import { PaymentDialog } from '../payment/PaymentDialog.tsx';
import { Captaincy } from '../pitch/Captaincy.tsx';
import { FormationBar } from '../pitch/FormationBar.tsx';
import { FormationSelect } from '../pitch/FormationSelect.tsx';
import { PitchPanel } from '../pitch/PitchPanel.tsx';
import { PlayerBrowser } from '../pool/PlayerBrowser.tsx';
import { PlayerDetails } from '../pool/PlayerDetails.tsx';
import { BuilderHeader } from './BuilderHeader.tsx';
import classes from './builder.module.css';
import { CreateTeamBar } from './CreateTeamBar.tsx';
import { PaneTabs, panelOf } from './PaneTabs.tsx';
import { RefusalPanel } from './RefusalPanel.tsx';
import { SelectedPlayers } from './SelectedPlayers.tsx';
import { TeamRequirements } from './TeamRequirements.tsx';
import { useCreateTeam } from './use-create-team.ts';

interface TeamBuilderProps {
  chosen: ChosenGame;
  wallet: string;
  game: Game | null;
  players: readonly BuilderPlayer[];
}

/** The whole team builder: pitch and players side by side on a wide screen, one at a time on a phone. */
export function TeamBuilder({ chosen, wallet, game, players }: TeamBuilderProps) {
  const [spoken, announce] = useState('');
  const [details, showDetails] = useState<BuilderPlayer | null>(null);
  const builder = useMemo(
    () => ({
      chosen,
      game,
      players,
      byId: new Map(players.map((player) => [player.id, player])),
      announce,
      showDetails,
    }),
    [chosen, game, players],
  );
  return (
    <BuilderProvider value={builder}>
      <Container size="xl" className={classes.page ?? ''}>
        <Panes key={wallet} wallet={wallet} />
      </Container>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      <PlayerDetails player={details} onClose={() => showDetails(null)} />
    </BuilderProvider>
  );
}

function Panes({ wallet }: { wallet: string }) {
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false }) ?? true;
  const [pane, setPane] = useState<'pitch' | 'players'>('pitch');
  const creation = useCreateTeam(wallet);
  const panel = (name: 'pitch' | 'players') => ({
    ...panelOf(name, wide),
    hidden: !wide && pane !== name,
  });
  return (
    <>
      <BuilderHeader />
      <RefusalPanel refusal={creation.refusal} />
      {wide ? null : <PaneTabs pane={pane} onPane={setPane} />}
      <div className={classes.columns}>
        <div className={classes.column} {...panel('pitch')}>
          <FormationBar />
          <PitchPanel refused={creation.refusal?.players} />
          <div className={classes.cards}>
            <Captaincy />
            <TeamRequirements />
          </div>
        </div>
        <div className={classes.column} {...panel('players')}>
          <FormationSelect />
          <PlayerBrowser />
        </div>
        <div className={classes.below} hidden={!wide && pane !== 'pitch'}>
          <SelectedPlayers refused={creation.refusal?.players} />
        </div>
      </div>
      <CreateTeamBar creation={creation} />
      <PaymentDialog payment={creation.payment} />
    </>
  );
}
