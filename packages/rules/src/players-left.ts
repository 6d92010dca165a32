interface Match {
  started: boolean;
  over: boolean;
  counts: boolean;
}

/** Counts the players on the pitch now, and those with a counting match still to come. */
export function countPlayersLeft(players: readonly { fixtures: readonly Match[] }[]): {
  playing: number;
  toCome: number;
} {
  const selectPlayers = (test: (match: Match) => boolean) =>
    players.filter(({ fixtures }) => fixtures.some((match) => match.counts && test(match)));
  const playing = selectPlayers(({ started, over }) => started && !over);
  const toCome = selectPlayers(({ started, over }) => !started && !over).filter(
    (each) => !playing.includes(each),
  );
  return { playing: playing.length, toCome: toCome.length };
}

/** Formats the counts as "4 playing, 3 to come"; null if no player is left. */
export function formatPlayersLeft(players: Parameters<typeof countPlayersLeft>[0]): string | null {
  const { playing, toCome } = countPlayersLeft(players);
  const texts = [playing > 0 ? `${playing} playing` : '', toCome > 0 ? `${toCome} to come` : ''];
  return texts.filter(Boolean).join(', ') || null;
}
