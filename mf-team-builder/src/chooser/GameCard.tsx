import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { TOURNAMENT_FEE, TOURNAMENT_SEATS } from '@touchline/rules/tournaments';
import { Button, Text } from '@touchline/ui/base';
import { formatCount, formatTokens, plural } from '@touchline/ui/format';
import { GameStatusBadge } from '@touchline/ui/GameStatusBadge';
import { IconBallFootball, IconCheck, IconShirtSport, IconTrophy } from '@touchline/ui/icons';
import { LiveDot } from '@touchline/ui/LiveDot';
import type { GameMode } from '../game/chosen-game.ts';
import { formatEntryFee, getStatus } from '../game/game.ts';
import { CardCountdown } from '../game-card/CardCountdown.tsx';
import { CardNote } from '../game-card/CardNote.tsx';
import { BUTTON_TEXT, type CardState } from '../game-card/card-state.ts';
import cards from '../game-card/game-card.module.css';
import { useJoin, useWithWallet } from '../game-card/use-join.ts';
import { type Fact, FactRows } from '../page/FactRows.tsx';
import { PrizeRows } from '../prizes/PrizeRows.tsx';
import { PrizesButton } from '../prizes/PrizesButton.tsx';
import classes from './chooser.module.css';

interface GameCardProps {
  mode: GameMode;
  /** Undefined if no tournament exists. */
  game: Game | undefined;
  state: CardState;
  /** The active game of this mode while the card offers the next one. */
  activeGame?: Game | undefined;
  onElapsed: () => void;
}

const MODES = {
  season: { icon: IconTrophy, title: 'Season', description: 'The whole season with one team.' },
  weekly: { icon: IconShirtSport, title: 'Weekly', description: 'One gameweek, a fresh start.' },
  tournament: {
    icon: IconBallFootball,
    title: 'Tournament',
    description: 'A short cup for a few teams.',
  },
};
const JOINABLE: readonly CardState[] = ['JOIN', 'SELECT_TOURNAMENT'];
const LINKS_TO_LIST: readonly CardState[] = ['TOURNAMENTS_ENDED', 'ALREADY_JOINED'];
const JOINED: readonly CardState[] = ['JOINED', 'ALREADY_JOINED'];

/** A game mode with description, prize, countdown and join button, which is the last element of every card. */
export function GameCard({ mode, game, state, activeGame, onElapsed }: GameCardProps) {
  const { now } = useHost().api;
  const choose = useChoice(state, game);
  const { icon: Icon, title, description } = MODES[mode];
  return (
    <li className={cards.card} data-mode={mode} data-muted={state === 'COMING_SOON' || undefined}>
      <div className={cards.banner}>
        <Icon size={30} className={cards.kind} aria-hidden="true" />
        <div>
          <h2 className={classes.title}>
            {/* The join button does the same, so a keyboard has one stop less. */}
            <button
              type="button"
              tabIndex={JOINABLE.includes(state) ? -1 : 0}
              className={classes.select}
              disabled={choose === null}
              onClick={() => choose?.()}
            >
              {title}
            </button>
          </h2>
          <p className={classes.name}>{game?.name ?? 'None right now'}</p>
        </div>
        {game ? (
          <div className={classes.status}>
            <GameStatusBadge status={getStatus(game, now())} />
          </div>
        ) : null}
      </div>
      <div className={cards.body}>
        <Text c="dimmed">{description}</Text>
        <dl className={cards.facts}>
          {game ? <PrizeRows game={game} /> : null}
          <FactRows rows={listDetails(game)} />
        </dl>
      </div>
      <div className={`${cards.body} ${classes.foot}`}>
        {game ? <PrizesButton game={game} className={classes.press ?? ''} /> : null}
        <PageLink state={state} game={game} activeGame={activeGame} />
        {game ? <CardNote state={state} game={game} /> : null}
        {game ? <CardCountdown game={game} onElapsed={onElapsed} /> : null}
        <CardButton state={state} onChoose={() => choose?.()} />
      </div>
    </li>
  );
}

/** The facts of a game, in the same order on every card. */
function listDetails(game: Game | undefined): Fact[] {
  if (!game)
    return [
      ['Entry', `${formatTokens(TOURNAMENT_FEE)} FOOTBALL`],
      ['Teams', `Up to ${TOURNAMENT_SEATS}`],
    ];
  return [
    ['Length', formatLength(game)],
    ['Entry', formatEntryFee(game)],
    ['Teams', formatTeams(game)],
  ];
}

/** "12", "12 of 20", or an invitation while a game that has not ended is empty. */
function formatTeams({ current_participants, max_participants, status }: Game): string {
  const isOpen = status === 'UPCOMING' || status === 'ACTIVE';
  if (current_participants === 0 && isOpen) return 'Be the first';
  const seats = max_participants === null ? '' : ` of ${formatCount(max_participants)}`;
  return `${formatCount(current_participants)}${seats}`;
}

/** Formats the length of a game (CHOOSE-07). A season game that starts mid-season has fewer than 38 gameweeks. */
function formatLength({ game_type, first_gameweek, last_gameweek }: Game): string {
  const count = last_gameweek - first_gameweek + 1;
  return game_type === 'SEASON' && count < 38 ? `${count} of 38 gameweeks` : plural(count, 'gameweek');
}

/** Returns the action of a card (CHOOSE-05, CHOOSE-06): navigation or a notice. Null without one; the button text gives the reason. */
function useChoice(state: CardState, game: Game | undefined): (() => void) | null {
  const { navigate, notify } = useHost();
  const join = useJoin();
  const withWallet = useWithWallet();
  switch (state) {
    case 'JOIN':
      return () => game && join(game);
    case 'SELECT_TOURNAMENT':
      return () => withWallet(() => navigate('/tournament-select', { state: { gameMode: 'tournament' } }));
    case 'JOINED':
    case 'ALREADY_JOINED':
    case 'PAYMENT_PENDING':
      return () => navigate('/my-team');
    case 'COMING_SOON':
      return () => notify({ kind: 'info', message: 'Coming Soon! This feature will be available soon.' });
    default:
      return null;
  }
}

/** Button to another page: the active game, the tournament list or the game's own page. */
function PageLink({ state, game, activeGame }: Pick<GameCardProps, 'state' | 'game' | 'activeGame'>) {
  const { navigate } = useHost();
  const button = { variant: 'light', size: 'compact-md', className: classes.press ?? '' } as const;
  if (activeGame)
    return (
      <Button
        {...button}
        leftSection={<LiveDot />}
        onClick={() => navigate(`/rankings?section=weekly&game=${activeGame.id}`)}
      >
        {activeGame.name} is live: {plural(activeGame.current_participants, 'team')}
      </Button>
    );
  // The list also shows past tournaments and lets admins create new ones.
  if (LINKS_TO_LIST.includes(state))
    return (
      <Button
        {...button}
        onClick={() => navigate('/tournament-select', { state: { gameMode: 'tournament' } })}
      >
        See all tournaments
      </Button>
    );
  if (!game) return null;
  return (
    <Button {...button} onClick={() => navigate(`/games/${game.id}`)}>
      Rules and entrants
    </Button>
  );
}

function CardButton({ state, onChoose }: { state: CardState; onChoose: () => void }) {
  const host = useHost();
  if (JOINED.includes(state))
    return (
      <div className={classes.joinedRow}>
        <Button variant="default" className={classes.press ?? ''} onClick={() => host.navigate('/my-team')}>
          See your team
        </Button>
        <Button disabled className={cards.joined ?? ''} leftSection={<IconCheck size={18} />}>
          {BUTTON_TEXT[state]}
        </Button>
      </div>
    );
  return (
    <Button fullWidth disabled={!JOINABLE.includes(state)} onClick={onChoose} className={classes.press ?? ''}>
      {BUTTON_TEXT[state]}
    </Button>
  );
}
