import type { Game } from '@touchline/api/http/games';
import { useEffect } from 'react';
import { type ChangeParams, type RankingsParams, SECTIONS } from '../rankings-params.ts';

/** Turns to the section of a game that an address names without it, so that `?game=` alone is a link. */
export function useSectionOf(
  game: Game | undefined,
  { section, team }: RankingsParams,
  onChange: ChangeParams,
) {
  const right = SECTIONS.find(({ type }) => type === game?.game_type)?.value;
  const id = game?.id;
  useEffect(() => {
    if (right && id && right !== section) onChange({ section: right, game: id, team }, { replace: true });
  }, [right, id, section, team, onChange]);
}
