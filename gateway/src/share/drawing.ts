import { formatCount, formatPrizeAmount, ordinal, plural } from '@touchline/api/format';
import type { Leaderboard, TeamCard } from '@touchline/api/http/leaderboard';
import type { LeagueInvitation } from '@touchline/api/http/leagues';
import { FONT } from './fonts.ts';

/** Size of preview images in chats and feeds: 1.91 to 1. */
export const IMAGE_SIZE = { width: 1200, height: 630 };

const INK = { text: '#e8edf4', muted: '#93a3b6', grass: '#2bd576', gold: '#f5c84b' };
const MAX_NAME_LENGTH = 28;

/** Draws a team: name, game, rank and points; after the settlement its prize, if any, instead of the points. */
export function drawTeam({ game, row, total_players, ranked, prize }: TeamCard): string {
  const rank = ranked ? ordinal(row.rank) : '–';
  const of = ranked ? `of ${formatCount(total_players)}` : plural(total_players, 'team');
  const { token } = game.prizes;
  const [figure, label] =
    prize === null
      ? [formatPoints(row.earned_points), `points, ${formatStatus(game)}`]
      : [formatPrizeAmount(prize, token), `${toDrawableName(token.symbol)} won`];
  return buildSvg([
    buildLine(toDrawableName(game.name), { y: 130, size: 44, ink: INK.muted }),
    buildLine(toDrawableName(row.team_name), { y: 225, size: 92, ink: INK.text, weight: 700 }),
    buildLine(rank, { y: 420, size: 170, ink: INK.grass, weight: 700 }),
    buildLine(of, { y: 480, size: 44, ink: INK.muted }),
    buildLine(figure, { y: 420, size: 170, ink: INK.gold, weight: 700, x: 620, maxWidth: 510 }),
    buildLine(label, { y: 480, size: 44, ink: INK.muted, x: 620, maxWidth: 510 }),
  ]);
}

/** Draws a game: name, number of teams and leaders. */
export function drawGame(
  game: TeamCard['game'],
  standings: Pick<Leaderboard, 'leaderboard' | 'summary'>,
): string {
  const ranked = standings.summary.top_score !== 0;
  const teams = standings.summary.total_players;
  const leaders = ranked ? standings.leaderboard.slice(0, 3) : [];
  return buildSvg([
    buildLine(`${plural(teams, 'team')}, ${formatStatus(game)}`, {
      y: 130,
      size: 44,
      ink: INK.muted,
    }),
    buildLine(toDrawableName(game.name), { y: 225, size: 92, ink: INK.text, weight: 700 }),
    ...leaders.flatMap((row, index) => [
      buildLine(`${row.rank}  ${toDrawableName(row.team_name)}`, {
        y: 340 + index * 72,
        size: 56,
        ink: INK.text,
        maxWidth: 880,
      }),
      buildLine(formatPoints(row.earned_points), { y: 340 + index * 72, size: 56, ink: INK.gold, x: 980 }),
    ]),
    ranked ? '' : buildLine('Pick your eleven', { y: 400, size: 92, ink: INK.grass, weight: 700 }),
  ]);
}

/** Draws an invitation to a league: name, game and number of members. */
export function drawLeague({ name, kind, game, members }: LeagueInvitation): string {
  const form = kind === 'CLASSIC' ? 'League' : 'Head-to-head league';
  return buildSvg([
    buildLine(`${form} in ${toDrawableName(game.name)}`, { y: 130, size: 44, ink: INK.muted }),
    buildLine(toDrawableName(name, 'A league'), { y: 225, size: 92, ink: INK.text, weight: 700 }),
    buildLine('You are invited', { y: 400, size: 92, ink: INK.grass, weight: 700 }),
    buildLine(plural(members, 'member'), { y: 480, size: 44, ink: INK.muted }),
  ]);
}

const STATUS_LABELS = {
  UPCOMING: 'about to start',
  ACTIVE: 'live',
  COMPLETED: 'provisional table',
  CANCELLED: 'cancelled',
};

/** Points of a completed game may change until its settlement is final. */
const formatStatus = ({ status, settlement }: TeamCard['game']): string =>
  status === 'COMPLETED' && settlement === 'FINAL' ? 'final table' : STATUS_LABELS[status];

const formatPoints = (points: number) => String(Math.round(points * 10) / 10);

/** Letters that Unicode does not decompose. */
const STROKED: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i', '’': "'" };

/**
 * Converts a name to one line of characters in the font. Unsupported letters lose their diacritics; a name in another script
 * is replaced.
 */
export function toDrawableName(name: string, replacement = 'A team'): string {
  const supported = /[\u0020-\u007e\u00a1-\u00ff]/;
  const folded = [...name.normalize('NFC')]
    .map((letter) =>
      supported.test(letter) ? letter : (STROKED[letter] ?? letter.normalize('NFD').slice(0, 1)),
    )
    .filter((letter) => supported.test(letter))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim();
  if (folded === '') return replacement;
  return folded.length > MAX_NAME_LENGTH ? `${folded.slice(0, MAX_NAME_LENGTH - 3).trimEnd()}...` : folded;
}

interface LineStyle {
  y: number;
  size: number;
  ink: string;
  weight?: 600 | 700;
  x?: number;
  maxWidth?: number;
}

/** Shrinks the font of a long line to fit; the widest letters take 0.7 of the font size. */
function buildLine(text: string, { y, size, ink, weight = 600, x = 70, maxWidth = 1060 }: LineStyle): string {
  const fitting = Math.floor(Math.min(size, maxWidth / (0.7 * Math.max(1, text.length))));
  return `<text x="${x}" y="${y}" font-size="${fitting}" font-weight="${weight}" fill="${ink}">${escapeXml(text)}</text>`;
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Draws the lines on a pitch under floodlights, as on the home page. */
function buildSvg(lines: readonly string[]): string {
  const { width, height } = IMAGE_SIZE;
  const stripes = [0, 1, 2, 3, 4, 5].map(
    (n) =>
      `<path d="M${700 + n * 120} 0H${760 + n * 120}L${640 + n * 190} 630H${545 + n * 190}Z" fill="#12603a"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="${FONT}">
<defs><linearGradient id="dark" x1="0" x2="1"><stop offset="0.35" stop-color="#0b0f14"/><stop offset="1" stop-color="#0b0f14" stop-opacity="0.55"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="#0d3d25"/>${stripes.join('')}
<rect width="${width}" height="${height}" fill="url(#dark)"/>
<rect width="14" height="${height}" fill="${INK.grass}"/>
${lines.join('\n')}
${buildLine('Touchline', { y: 575, size: 48, ink: INK.text, weight: 700 })}
${buildLine('Fantasy Football', { y: 575, size: 40, ink: INK.muted, x: 275 })}
</svg>`;
}
