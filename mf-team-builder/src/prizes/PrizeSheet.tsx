import type { Game } from '@touchline/api/http/games';
import { Link } from '@touchline/host/router';
import { useNow } from '@touchline/host/use-now';
import { Stack } from '@touchline/ui/base';
import { PrizeTable } from '@touchline/ui/PrizeTable';
import { FactRows } from '../page/FactRows.tsx';
import { describeTable, listPrizeRules, paysPrizes } from './prize-texts.ts';
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
      {paysPrizes(game) ? <Table game={game} now={now} /> : null}
    </Stack>
  );
}

function Table({ game, now }: { game: Game; now: number }) {
  const { prizes } = game;
  return (
    <>
      <PrizeTable rows={prizes.table} token={prizes.token} label="Prize table" />
      {prizes.table.length > 0 ? (
        <p className={classes.note}>
          {describeTable(game, now)} Teams with equal points share the prizes of their places.
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
