import type { Game } from '@touchline/api/http/games';
import { useEffect } from 'react';
import { type ChangeParams, type RankingsParams, SECTIONS } from '../rankings-params.ts';

/** Opens the section of the linked game, so that a URL needs only `?game=`. */
export function useLinkedSection(
  game: Game | undefined,
  { section, team }: RankingsParams,
  onChange: ChangeParams,
) {
  const gameSection = SECTIONS.find(({ type }) => type === game?.game_type)?.value;
  const id = game?.id;
  useEffect(() => {
    if (gameSection && id && gameSection !== section)
      onChange({ section: gameSection, game: id, team }, { replace: true });
  }, [gameSection, id, section, team, onChange]);
}
