import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { countdownTarget, gameStatus } from '@touchline/rules/windows';
import { Badge, Button, Text } from '@touchline/ui/base';
import { Countdown } from '@touchline/ui/Countdown';
import { IconBallFootball, IconCheck, IconShirtSport, IconTrophy } from '@touchline/ui/icons';
import { timed } from '../game/timed-game.ts';
import { BUTTON_TEXT, type CardState } from '../game-card/card-state.ts';
import cards from '../game-card/game-card.module.css';
import { NOT_CHECKED } from '../payment/eligibility.ts';
import classes from './chooser.module.css';
import { type GameMode, useGameChoice } from './use-game-choice.ts';

interface GameCardProps {
  mode: GameMode;
  title: string;
  /** Absent: there is none of this kind now. */
  game: Game | undefined;
  state: CardState;
  /** One sentence that says what it is. */
  pitch: string;
  prize?: string;
  /** Name and value, ready to read. */
  facts: readonly (readonly [string, string])[];
  onElapsed: () => void;
}

const ICONS = { season: IconTrophy, weekly: IconShirtSport, tournament: IconBallFootball };
const OPEN: readonly CardState[] = ['JOIN', 'SELECT_TOURNAMENT'];
const ALL_TOURNAMENTS: readonly CardState[] = ['TOURNAMENTS_ENDED', 'ALREADY_JOINED'];
const IN: readonly CardState[] = ['JOINED', 'ALREADY_JOINED'];

/** One way into a game: what it is, what it brings, how long there is, and its button. */
export function GameCard({ mode, title, game, state, pitch, prize, facts, onElapsed }: GameCardProps) {
  const choose = useGameChoice(mode, state, game?.id);
  const Icon = ICONS[mode];
  return (
    <li className={cards.card} data-mode={mode} data-quiet={state === 'COMING_SOON' || undefined}>
      <div className={cards.stand}>
        <Icon size={30} className={cards.kind} aria-hidden="true" />
        <div>
          <h2 className={classes.title}>
            <button
              type="button"
              className={classes.select}
              disabled={choose === null}
              onClick={() => choose?.()}
            >
              {title}
            </button>
          </h2>
          <p className={classes.name}>{game?.name ?? 'None right now'}</p>
        </div>
        {game ? <StatusBadge game={game} /> : null}
      </div>
      <div className={cards.body}>
        <p className={classes.pitch}>{pitch}</p>
        {prize ? (
          <p className={classes.prize}>
            <span className={classes.prizeLabel}>Prize</span>
            <span className={classes.prizeValue}>{prize}</span>
          </p>
        ) : null}
        <dl className={cards.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {game ? <CardCountdown game={game} onElapsed={onElapsed} /> : null}
        <CardButton state={state} onChoose={() => choose?.()} />
        {game ? <CardNote state={state} game={game} /> : null}
        {ALL_TOURNAMENTS.includes(state) ? <AllTournaments /> : null}
      </div>
    </li>
  );
}

const STATUS = {
  UPCOMING: ['Upcoming', 'info'],
  ACTIVE: ['Active', 'grass'],
  COMPLETED: ['Completed', 'gray'],
  CANCELLED: ['Cancelled', 'danger'],
} as const;

function StatusBadge({ game }: { game: Game }) {
  const { now } = useHost().api;
  const [text, color] = STATUS[gameStatus(timed(game), now())];
  return (
    <Badge color={color} className={classes.status ?? ''}>
      {text}
    </Badge>
  );
}

function CardCountdown({ game, onElapsed }: Pick<GameCardProps, 'onElapsed'> & { game: Game }) {
  const {
    config,
    api: { now },
  } = useHost();
  const { label, target } = countdownTarget(timed(game), now(), config.calendar);
  if (target === null) return <p className={cards.over}>{label}</p>;
  return <Countdown key={target} target={target} now={now} label={label} onElapsed={onElapsed} />;
}

function CardButton({ state, onChoose }: { state: CardState; onChoose: () => void }) {
  if (IN.includes(state))
    return (
      <Button fullWidth disabled className={cards.joined ?? ''} leftSection={<IconCheck size={18} />}>
        {BUTTON_TEXT[state]}
      </Button>
    );
  return (
    <Button fullWidth disabled={!OPEN.includes(state)} onClick={onChoose} className={classes.press ?? ''}>
      {BUTTON_TEXT[state]}
    </Button>
  );
}

/** Past ones can be looked at, and admins create new ones there. */
function AllTournaments() {
  const host = useHost();
  return (
    <Button
      variant="subtle"
      fullWidth
      className={classes.press ?? ''}
      onClick={() => host.navigate('/tournament-select', { state: { gameMode: 'tournament' } })}
    >
      See all tournaments
    </Button>
  );
}

function CardNote({ state, game }: { state: CardState; game: Game }) {
  const host = useHost();
  if (IN.includes(state))
    return (
      <Button
        variant="subtle"
        fullWidth
        className={classes.press ?? ''}
        onClick={() => host.navigate('/my-team')}
      >
        See your team
      </Button>
    );
  if (state === 'PAYMENT_PENDING')
    return (
      <Text size="sm" c="dimmed" ta="center">
        Your payment is being confirmed. You do not need to pay again.
      </Text>
    );
  const running = gameStatus(timed(game), host.api.now()) === 'ACTIVE';
  const text =
    state === 'JOIN' && running
      ? 'Already under way: only matches that kick off from now on count for you.'
      : state === 'WINDOW_CLOSED'
        ? 'Come back when the join window opens.'
        : state === 'NOT_CHECKED'
          ? NOT_CHECKED
          : null;
  return text ? (
    <Text size="sm" c="dimmed" ta="center">
      {text}
    </Text>
  ) : null;
}
