import { LazyDialog } from '@touchline/host/LazyDialog';
import { useMediaQuery } from '@touchline/ui/base';
import { Tabs } from '@touchline/ui/pickers';
import { useEffect, useState } from 'react';
import { CopyTeam } from '../copy-team/CopyTeam.tsx';
import { useArrange, useBuilder } from '../draft/builder-context.ts';
import { dropUnknownPlayers } from '../draft/draft-state.ts';
import { Captaincy } from '../pitch/Captaincy.tsx';
import { FormationBar, FormationSelect } from '../pitch/Formation.tsx';
import { PitchPanel } from '../pitch/PitchPanel.tsx';
import { PlayerBrowser } from '../pool/PlayerBrowser.tsx';
import { PrizeDetails } from '../prizes/PrizeDetails.tsx';
import { BuilderHeader } from './BuilderHeader.tsx';
import classes from './builder.module.css';
import { CreateTeamBar } from './CreateTeamBar.tsx';
import { CreationErrorPanel } from './CreationErrorPanel.tsx';
import { FeedAge } from './FeedAge.tsx';
import type { FirstGameweek } from './first-gameweek.ts';
import tabClasses from './Panes.module.css';
import { SelectedPlayers } from './SelectedPlayers.tsx';
import { TeamName } from './TeamName.tsx';
import { TeamRequirements } from './TeamRequirements.tsx';
import { useCreateTeam } from './use-create-team.ts';

const loadPayment = async () =>
  (await import(/* webpackChunkName: "builder-dialogs" */ '../payment/PaymentDialog.tsx')).PaymentDialog;

type Pane = 'pitch' | 'players';
const TABS_ID = 'builder';
const paneId = (pane: Pane) => `builder-pane-${pane}`;

interface PanesProps {
  wallet: string;
  firstGameweek: FirstGameweek | null;
}

/** Pitch and players, side by side on a wide screen and as tabs on a narrow one. */
export function Panes({ wallet, firstGameweek }: PanesProps) {
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false }) ?? true;
  const [pane, setPane] = useState<Pane>('pitch');
  const { game } = useBuilder();
  const creation = useCreateTeam(wallet);
  const { payment } = creation;
  const arrange = useArrange();
  useEffect(() => void arrange(dropUnknownPlayers), [arrange]);
  /** Returns the attributes of a pane, which is a tab panel on a narrow screen. */
  const panel = (name: Pane) => ({
    id: paneId(name),
    hidden: !wide && pane !== name,
    ...(wide ? {} : { role: 'tabpanel' as const, 'aria-labelledby': `${TABS_ID}-tab-${name}` }),
  });
  return (
    <>
      <BuilderHeader firstGameweek={firstGameweek} />
      {game ? <PrizeDetails game={game} className={classes.prizes ?? ''} withTotals /> : null}
      <FeedAge />
      <CreationErrorPanel error={creation.error} />
      <Tabs id={TABS_ID} unstyled value={pane} onChange={(next) => setPane(next as Pane)}>
        {wide ? null : (
          <Tabs.List className={tabClasses.tabs ?? ''} aria-label="Show">
            <Tabs.Tab value="pitch" aria-controls={paneId('pitch')}>
              Pitch
            </Tabs.Tab>
            <Tabs.Tab value="players" aria-controls={paneId('players')}>
              Players
            </Tabs.Tab>
          </Tabs.List>
        )}
        <div className={classes.columns}>
          <div className={classes.column} {...panel('pitch')}>
            <CopyTeam wallet={wallet} />
            <FormationBar />
            <PitchPanel rejected={creation.error?.players} />
            <div className={classes.cards}>
              <TeamName wallet={wallet} />
              <Captaincy />
              <TeamRequirements />
            </div>
          </div>
          <div className={classes.column} {...panel('players')}>
            <div className={classes.columnEnd}>
              <FormationSelect />
            </div>
            <PlayerBrowser />
          </div>
          <div className={classes.below} hidden={!wide && pane !== 'pitch'}>
            <SelectedPlayers rejected={creation.error?.players} />
          </div>
        </div>
      </Tabs>
      <CreateTeamBar creation={creation} />
      <LazyDialog
        what="The payment"
        load={loadPayment}
        dialog={{ opened: payment.step !== null, onClose: payment.close, payment }}
      />
    </>
  );
}
