interface Match {
  started: boolean;
  over: boolean;
  counts: boolean;
}

/** How many of these players are on the pitch now, and how many still wait for a match that counts. */
export function playersLeft(players: readonly { fixtures: readonly Match[] }[]): {
  playing: number;
  toCome: number;
} {
  const some = (test: (match: Match) => boolean) =>
    players.filter(({ fixtures }) => fixtures.some((match) => match.counts && test(match)));
  const playing = some(({ started, over }) => started && !over);
  const toCome = some(({ started, over }) => !started && !over).filter((each) => !playing.includes(each));
  return { playing: playing.length, toCome: toCome.length };
}

/** "4 playing, 3 to come"; null when nobody is left. */
export function formatPlayersLeft(players: Parameters<typeof playersLeft>[0]): string | null {
  const { playing, toCome } = playersLeft(players);
  const parts = [playing > 0 ? `${playing} playing` : '', toCome > 0 ? `${toCome} to come` : ''];
  return parts.filter(Boolean).join(', ') || null;
}
