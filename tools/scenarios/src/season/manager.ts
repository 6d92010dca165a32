import {
  getParticipation,
  joinGame,
  type ParticipationGameweek,
  requireParticipation,
} from '@touchline/api/http/entries';
import type { formationName } from '@touchline/api/http/lineups';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import type { z } from 'zod';
import type { ExpectedSquad } from './expected.ts';

/** A squad that joined the game over HTTP with its own wallet. */
export interface Manager {
  squad: ExpectedSquad;
  /** Fetches the gameweeks of the entry. */
  gameweeks(): Promise<ParticipationGameweek[]>;
}

/** Joins the game with a new wallet and the squad's lineup. */
export async function joinAsManager(url: string, gameId: string, squad: ExpectedSquad): Promise<Manager> {
  const { client } = await signedInClient(url);
  const ids = squad.players.map((player) => player.element);
  const response = await client.request(joinGame, {
    params: { id: gameId },
    body: {
      team_name: `Squad ${squad.squad}`,
      roster: ids,
      formation: squad.formation as z.infer<typeof formationName>,
      field_players: ids.slice(0, 11),
      bench_players: ids.slice(11),
      captain_id: squad.captain,
      vice_captain_id: squad.vice_captain,
    },
  });
  const participation = requireParticipation(response);
  return {
    squad,
    gameweeks: async () => {
      const details = await client.request(getParticipation, { params: { id: participation.id } });
      return details.participation.gameweeks;
    },
  };
}
