import { LazyDialog } from '@touchline/host/LazyDialog';
import { useMediaQuery } from '@touchline/ui/base';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { CopyTeam } from '../copy-team/CopyTeam.tsx';
import { useArrange, useBuilder } from '../draft/builder-context.tsx';
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

const PANES = ['pitch', 'players'] as const;
type Pane = (typeof PANES)[number];
const LABELS: Record<Pane, string> = { pitch: 'Pitch', players: 'Players' };

const tabId = (pane: Pane) => `builder-tab-${pane}`;
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
    ...(wide ? {} : { role: 'tabpanel' as const, 'aria-labelledby': tabId(name) }),
  });
  return (
    <>
      <BuilderHeader firstGameweek={firstGameweek} />
      {game ? <PrizeDetails game={game} className={classes.prizes ?? ''} withTotals /> : null}
      <FeedAge />
      <CreationErrorPanel error={creation.error} />
      {wide ? null : <PaneTabs pane={pane} onPane={setPane} />}
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
      <CreateTeamBar creation={creation} />
      <LazyDialog
        what="The payment"
        load={loadPayment}
        dialog={{ opened: payment.step !== null, onClose: payment.close, payment }}
      />
    </>
  );
}

/** The tabs "Pitch" and "Players" on a narrow screen. */
function PaneTabs({ pane, onPane }: { pane: Pane; onPane: (pane: Pane) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = pane === 'pitch' ? 'players' : 'pitch';
    onPane(other);
    list.current?.querySelector<HTMLElement>(`#${tabId(other)}`)?.focus();
  };
  return (
    <div className={tabClasses.tabs} role="tablist" aria-label="Show" ref={list} onKeyDown={onKeyDown}>
      {PANES.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={tabId(each)}
          aria-controls={paneId(each)}
          aria-selected={pane === each}
          tabIndex={pane === each ? 0 : -1}
          onClick={() => onPane(each)}
        >
          {LABELS[each]}
        </button>
      ))}
    </div>
  );
}
