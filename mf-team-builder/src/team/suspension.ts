import type { Game } from '@touchline/api/http/games';

/** Describes why a team whose payment a reorganisation removed is not in the rankings. The problem continues "your". */
export const describeSuspension = ({ prizes: { state } }: Game) =>
  state === 'PREVIEW' || state === 'PROVISIONAL' || state === 'REVIEW'
    ? {
        problem: 'payment is being checked again',
        consequence:
          'Until it is confirmed again, this team is not in the rankings. It keeps scoring points.',
      }
    : {
        problem: 'payment was not on the chain in time',
        consequence: 'The game ended without this team. If the payment is confirmed again, you get it back.',
      };
