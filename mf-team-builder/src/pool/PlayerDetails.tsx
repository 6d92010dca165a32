import type { PlayerDetails as PlayerSeason } from '@touchline/api/http/fpl';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { formatPrice, millions } from '@touchline/rules/prices';
import { findReplaceable, positionName, squadRejection } from '@touchline/rules/squad';
import { Button, Skeleton, Stack, VisuallyHidden } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { Alert, Progress } from '@touchline/ui/data';
import levels from '@touchline/ui/difficulty.module.css';
import { formatDayTime } from '@touchline/ui/format';
import { IconArrowsExchange } from '@touchline/ui/icons';
import { Shirt } from '@touchline/ui/Shirt';
import { type ReactNode, useState } from 'react';
import { useSquad } from '../draft/builder-context.ts';
import { useDraftMoves } from '../draft/use-draft-moves.ts';
import { type BuilderPlayer, describeFitness } from '../football/builder-players.ts';
import { getPlayerQueryOptions } from '../football/football.queries.ts';
import { Watch } from '../football/Watch.tsx';
import { GameweekBars } from '../gameweek-plot/GameweekBars.tsx';
import { FactRows } from '../page/FactRows.tsx';
import panel from '../page/panel.module.css';
import { ComparePlayers } from './ComparePlayers.tsx';
import classes from './PlayerDetails.module.css';
import { ReplaceableList } from './ReplaceDialog.tsx';

interface PlayerDetailsProps {
  opened: boolean;
  player: BuilderPlayer | null;
  onClose: () => void;
}

/** Content of the dialog below the player's name. */
type View = 'facts' | 'comparison' | 'replacement';

/** Dialog with a player's details. A comparison makes it wider. */
export function PlayerDetails({ opened, player, onClose }: PlayerDetailsProps) {
  const [view, setView] = useState<View>('facts');
  const close = () => {
    setView('facts');
    onClose();
  };
  const size = view === 'comparison' ? { size: 'xl' } : {};
  return (
    <Dialog opened={opened} onClose={close} title={player?.name} {...size}>
      {player ? <Details player={player} onClose={close} view={view} onView={setView} /> : null}
    </Dialog>
  );
}

interface DetailsProps {
  player: BuilderPlayer;
  onClose: () => void;
  view: View;
  onView: (view: View) => void;
}

function Details({ player, onClose, view, onView }: DetailsProps) {
  const flag = describeFitness(player);
  const toggle = (other: View) => onView(view === other ? 'facts' : other);
  return (
    <Stack>
      <div className={classes.detailsHead}>
        <Shirt clubCode={player.club_code} clubShort={player.club_short} size={72} />
        <p>
          <b>{player.club_name}</b>
          <span>
            {positionName(player.position)} · {player.web_name}
          </span>
        </p>
      </div>
      {flag ? <Alert color={flag.kind === 'out' ? 'danger' : 'warn'}>{flag.text}</Alert> : null}
      <div className={classes.actions}>
        <Watch player={player} withText />
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={18} />}
          aria-expanded={view === 'comparison'}
          onClick={() => toggle('comparison')}
        >
          Compare
        </Button>
      </div>
      {view === 'facts' ? <Facts player={player} /> : null}
      {view === 'comparison' ? <ComparePlayers player={player} /> : null}
      {view === 'replacement' ? (
        <section aria-labelledby="replacement-title">
          <h3 id="replacement-title" className={classes.detailsTitle}>
            Who makes way for {player.web_name}?
          </h3>
          <ReplaceableList incoming={player} onDone={onClose} />
        </section>
      ) : null}
      <AddOrRemove
        player={player}
        onDone={onClose}
        replacing={view === 'replacement'}
        onReplace={() => toggle('replacement')}
      />
    </Stack>
  );
}

/** Signed, except for an unchanged price: "+£0.1m", "£0.0m". */
function formatPriceChange(tenths: number): string {
  const sign = tenths === 0 ? '' : tenths < 0 ? '-' : '+';
  return `${sign}£${millions(Math.abs(tenths))}m`;
}

function Facts({ player }: { player: BuilderPlayer }) {
  const isOut = describeFitness(player)?.kind === 'out';
  const rows: [string, ReactNode][] = [
    ['Price', formatPrice(player.price)],
    ['Price change', formatPriceChange(player.priceChange)],
    ['Points', String(player.points)],
    ['Form', player.form.toFixed(1)],
    ['Ownership', <Ownership key="ownership" percent={player.ownership} />],
    ['Chance of playing', `${player.chance_of_playing ?? (isOut ? 0 : 100)}%`],
  ];
  return (
    <>
      <dl className={classes.detailsFacts}>
        <FactRows rows={rows} />
      </dl>
      <Season player={player} />
    </>
  );
}

/** Share of FPL managers who own the player, as a number and a bar. */
function Ownership({ percent }: { percent: number }) {
  return (
    <>
      {percent.toFixed(1)}%
      <Progress value={percent} color="info" size="sm" mt={4} aria-hidden="true" />
    </>
  );
}

interface AddOrRemoveProps {
  player: BuilderPlayer;
  onDone: () => void;
  /** True while the players who can make way are shown. */
  replacing: boolean;
  onReplace: () => void;
}

/** Button that adds, swaps in or removes the player. */
function AddOrRemove({ player, onDone, replacing, onReplace }: AddOrRemoveProps) {
  const squad = useSquad();
  const moves = useDraftMoves();
  const runAndClose = (action: () => void) => () => {
    action();
    onDone();
  };
  if (squad.some((mate) => mate.id === player.id))
    return (
      <Button variant="light" color="danger" onClick={runAndClose(() => moves.remove(player))}>
        Remove from team
      </Button>
    );
  if (findReplaceable(player, squad).length > 0)
    return (
      <Button variant={replacing ? 'default' : 'filled'} aria-expanded={replacing} onClick={onReplace}>
        Replace a player
      </Button>
    );
  const reason = squadRejection(player, squad, () => player.club_name);
  return (
    <Button disabled={reason !== null} onClick={runAndClose(() => moves.add(player))}>
      {reason?.tooltip ?? 'Add to team'}
    </Button>
  );
}

const MAX_FIXTURES = 5;

/** Upcoming fixtures and points per gameweek. */
function Season({ player }: { player: BuilderPlayer }) {
  const { api } = useHost();
  const query = useQuery(getPlayerQueryOptions(api, player.id));
  const { data } = query;
  if (hasFirstLoadFailed(query))
    return <p className={panel.hint}>Fixtures and points could not be loaded.</p>;
  if (!data)
    return <Skeleton height={44 * MAX_FIXTURES} aria-label="Loading fixtures and points" role="status" />;
  const next = data.fixtures.slice(0, MAX_FIXTURES);
  return (
    <>
      <section aria-labelledby="next-title">
        <h3 id="next-title" className={classes.detailsTitle}>
          Next fixtures
        </h3>
        {next.length === 0 ? <p className={panel.hint}>No match is scheduled.</p> : null}
        <ol className={classes.nextFixtures}>
          {next.map((fixture) => (
            <NextFixture key={fixture.fixture} fixture={fixture} />
          ))}
        </ol>
      </section>
      {data.gameweeks.length > 0 ? (
        <section aria-labelledby="points-title">
          <h3 id="points-title" className={classes.detailsTitle}>
            Points per gameweek
          </h3>
          <GameweekBars label="Points per gameweek" gameweeks={data.gameweeks} />
        </section>
      ) : null}
    </>
  );
}

function NextFixture({ fixture }: { fixture: PlayerSeason['fixtures'][number] }) {
  const { event, opponent, home, kickoff_time, difficulty } = fixture;
  return (
    <li>
      <span>{event === null ? 'TBC' : `GW${event}`}</span>
      <b>
        {opponent} ({home ? 'H' : 'A'})
      </b>
      {kickoff_time ? (
        <time dateTime={kickoff_time}>{formatDayTime(kickoff_time)}</time>
      ) : (
        <span>Postponed</span>
      )}
      <span
        className={`${classes.difficulty} ${levels.level}`}
        data-level={difficulty}
        title={`Difficulty ${difficulty} of 5`}
      >
        <VisuallyHidden>Difficulty </VisuallyHidden>
        {difficulty}
      </span>
    </li>
  );
}
