import type { Game } from '@touchline/api/http/games';
import { Link } from '@touchline/host/router';
import { useNow } from '@touchline/host/use-now';
import { Stack } from '@touchline/ui/base';
import { PrizeTable } from '@touchline/ui/PrizeTable';
import { FactRows } from '../page/FactRows.tsx';
import { listPrizeRules, paysPrizes } from './prize-texts.ts';
import classes from './prizes.module.css';

/** Rules and table of a game's prizes. */
export function PrizeSheet({ game }: { game: Game }) {
  const now = useNow();
  return (
    <Stack component="section" aria-label={`Prizes of ${game.name}`}>
      {paysPrizes(game) ? null : <p className={classes.note}>This game pays no prizes.</p>}
      <dl className={classes.rules}>
        <FactRows rows={listPrizeRules(game, now)} />
      </dl>
      {paysPrizes(game) ? <Table prizes={game.prizes} /> : null}
    </Stack>
  );
}

function Table({ prizes }: Pick<Game, 'prizes'>) {
  const isPreview = prizes.state === 'PREVIEW' || prizes.state === 'PROVISIONAL';
  return (
    <>
      <PrizeTable rows={prizes.table} token={prizes.token} label="Prize table" />
      {prizes.table.length > 0 ? (
        <p className={classes.note}>
          {isPreview ? 'The table follows the number of teams until joining closes. ' : null}
          Teams with equal points share the prizes of their places.
        </p>
      ) : (
        <p className={classes.note}>The table appears with the first paid entry.</p>
      )}
      <p className={classes.note}>
        <Link to="/reserves">See the reserves</Link> behind all prizes, refunds and stakes.
      </p>
    </>
  );
}
