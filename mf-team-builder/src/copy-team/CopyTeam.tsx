import { getParticipation, type ParticipationDetails } from '@touchline/api/http/entries';
import { useHost } from '@touchline/host/host';
import { useMutation, useQuery } from '@touchline/host/query';
import { formatPrice } from '@touchline/rules/prices';
import { BUDGET_TENTHS, squadCost } from '@touchline/rules/squad';
import { Button, CloseButton, Group } from '@touchline/ui/base';
import { formatDate } from '@touchline/ui/format';
import { IconArrowsExchange, IconCopy } from '@touchline/ui/icons';
import { useEffect, useMemo, useState } from 'react';
import { useBuilder, useSquad } from '../draft/builder-context.ts';
import { getDraftedIds } from '../draft/draft-state.ts';
import { draftActions } from '../draft/draft-store.ts';
import { useDraftMoves } from '../draft/use-draft-moves.ts';
import { getJoinedTeamsQueryOptions } from '../game/games.queries.ts';
import panel from '../page/panel.module.css';
import classes from './CopyTeam.module.css';
import {
  copyTeam,
  findLastTeam,
  listChanges,
  type SavedPlayerChange,
  suggestSaving,
  suggestSubstitute,
  type Trade,
} from './copied-team.ts';

/** Offers the user's last team while the draft is empty. After copying it lists what has changed, with substitutes. */
export function CopyTeam({ wallet }: { wallet: string }) {
  const { api } = useHost();
  const { store, game, players, announce } = useBuilder();
  const squad = useSquad();
  const [copied, setCopied] = useState<ParticipationDetails | null>(null);
  const isEmpty = squad.length === 0;
  // Loaded by the page, before the pitch is shown.
  const { data: teams } = useQuery({ ...getJoinedTeamsQueryOptions(api, wallet), enabled: false });
  const last = isEmpty && teams && findLastTeam(teams, game?.id);
  const current = useMemo(() => new Map(players.map((player) => [player.code, player])), [players]);
  const copy = useMutation({
    mutationFn: async (id: string) => (await api.request(getParticipation, { params: { id } })).participation,
    onSuccess: (team) => {
      const draft = store.getState();
      // The user has picked players while the team was loading.
      if (getDraftedIds(draft).length > 0) return;
      store.dispatch(draftActions.replaced(copyTeam(team, current)));
      if (!draft.team_name) store.dispatch(draftActions.named(team.team_name));
      setCopied(team);
      announce(`${team.team_name} copied`);
    },
  });
  // The changes of a copy that has been cleared do not return with the next player.
  useEffect(() => {
    if (isEmpty) setCopied(null);
  }, [isEmpty]);
  if (copied && !isEmpty) return <CopiedTeam team={copied} onClose={() => setCopied(null)} />;
  if (!last) return null;
  return (
    <section className={`${panel.panel} ${classes.offer}`} aria-label="Your last team">
      <p>
        <b>{last.team_name}</b>
        <small>
          {last.game.name}, {formatDate(last.joined_at)}
        </small>
      </p>
      <Button
        leftSection={<IconCopy size={18} />}
        loading={copy.isPending}
        onClick={() => copy.mutate(last.id)}
      >
        Copy last team
      </Button>
      {copy.isError ? (
        <p role="alert">The team could not be loaded. Nothing has changed. Try again.</p>
      ) : null}
    </section>
  );
}

function CopiedTeam({ team, onClose }: { team: ParticipationDetails; onClose: () => void }) {
  const { players, upcoming } = useBuilder();
  const squad = useSquad();
  const current = useMemo(() => new Map(players.map((player) => [player.code, player])), [players]);
  const market = { squad, players, upcoming };
  // A player who was replaced needs no line any more, except while the place is free.
  const changes = listChanges(team, current, upcoming).filter(
    ({ player, saved }) =>
      (player !== null && squad.includes(player)) ||
      (player === null && isPlaceFree(saved.position, team, squad)),
  );
  const saving = suggestSaving(market);
  const excess = squadCost(squad) - BUDGET_TENTHS;
  return (
    <section className={panel.panel} aria-label="Changes since your last team">
      <Group justify="space-between" gap={0} wrap="nowrap">
        <h2>Since {team.game.name}</h2>
        <CloseButton size={44} aria-label="Close the changes" onClick={onClose} />
      </Group>
      {changes.length === 0 ? (
        <p className={panel.hint}>Prices, fitness, clubs and matches of your players are unchanged.</p>
      ) : null}
      <ul className={classes.changes} aria-label="Changed players">
        {changes.map((change) => (
          <ChangedPlayer
            key={change.saved.code}
            change={change}
            trade={change.isProblem ? suggestSubstitute(change, market) : null}
          />
        ))}
      </ul>
      {excess > 0 ? (
        <div className={classes.change} role="status">
          <span>Prices have risen: {formatPrice(excess)} over the budget.</span>
          {saving ? <TradeButton trade={saving} /> : null}
        </div>
      ) : null}
    </section>
  );
}

/** Reports whether the squad has fewer players of a position than the saved team. */
function isPlaceFree(
  position: number,
  team: ParticipationDetails,
  squad: readonly { position: number }[],
): boolean {
  const count = (players: readonly { position: number }[]) =>
    players.filter((player) => player.position === position).length;
  return count(squad) < count(team.roster_snapshot);
}

function ChangedPlayer({ change, trade }: { change: SavedPlayerChange; trade: Trade | null }) {
  const { saved, player, texts, isProblem } = change;
  return (
    <li className={classes.change} data-problem={isProblem || undefined}>
      <span>
        <b>{player?.web_name ?? saved.web_name}</b> {texts.join(', ')}
      </span>
      {trade ? <TradeButton trade={trade} /> : null}
    </li>
  );
}

function TradeButton({ trade }: { trade: Trade }) {
  const moves = useDraftMoves();
  return (
    <Button
      variant="light"
      size="compact-md"
      leftSection={<IconArrowsExchange size={16} />}
      aria-label={trade.out ? `Replace ${trade.out.web_name} with ${trade.in.web_name}` : undefined}
      onClick={() => moves.add(trade.in, { replacing: trade.out?.id })}
    >
      {trade.in.web_name}, {trade.in.club_short}, {formatPrice(trade.in.price)}
    </Button>
  );
}
