import type { ResultWinner } from '@touchline/api/http/results';
import { formatPrize, ordinal, type PrizeTokenUnits } from '@touchline/ui/format';
import { IconAward, IconTrophy } from '@touchline/ui/icons';
import { pluralPoints } from '../format.ts';
import { Manager } from '../Manager.tsx';
import classes from './results.module.css';

type PodiumTeam = Omit<ResultWinner, 'state' | 'transaction_hash'>;

/** The best teams of a result with their prizes. */
export function Podium({ teams, token }: { teams: readonly PodiumTeam[]; token: PrizeTokenUnits }) {
  return (
    <ol className={classes.podium} aria-label="Podium">
      {teams.map((team) => (
        <Place key={team.participation_id} team={team} token={token} />
      ))}
    </ol>
  );
}

function Place({ team, token }: { team: PodiumTeam; token: PrizeTokenUnits }) {
  const { rank, team_name, wallet_address, earned_points, amount } = team;
  const Icon = rank === 1 ? IconTrophy : IconAward;
  return (
    <li data-podium={rank}>
      <span className={classes.place}>
        <Icon size={20} stroke={1.8} aria-hidden="true" /> {ordinal(rank)}
      </span>
      <b className={classes.teamName}>{team_name}</b>
      <span className={classes.muted} title={wallet_address}>
        <Manager wallet={wallet_address} />
      </span>
      <span className={classes.muted}>{pluralPoints(earned_points)}</span>
      <span className={classes.amount}>{amount === '0' ? 'No prize' : formatPrize(amount, token)}</span>
    </li>
  );
}
