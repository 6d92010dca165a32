import classes from './HomePage.module.css';

const WIDTH = 560;
const HEIGHT = 420;
const TOP = { y: 96, left: 150, right: 410 };
const BOTTOM = { y: 400, left: 10, right: 550 };
const STRIPES = 8;

/** Projects a point on the pitch: `across` 0..1 from left to right, `up` 0..1 from the near goal line to the far one. */
function project(across: number, up: number): { x: number; y: number; scale: number } {
  // Foreshortening: the far half appears shorter.
  const depth = up ** 0.82;
  const y = BOTTOM.y + (TOP.y - BOTTOM.y) * depth;
  const left = BOTTOM.left + (TOP.left - BOTTOM.left) * depth;
  const right = BOTTOM.right + (TOP.right - BOTTOM.right) * depth;
  return { x: left + (right - left) * across, y, scale: 1 - 0.42 * depth };
}

const formatPoint = (across: number, up: number) => {
  const { x, y } = project(across, up);
  return `${x.toFixed(1)},${y.toFixed(1)}`;
};
const formatBox = (left: number, near: number, right: number, far: number) =>
  [formatPoint(left, near), formatPoint(right, near), formatPoint(right, far), formatPoint(left, far)].join(
    ' ',
  );

const TEAM: readonly { across: number; up: number; number: number; band?: string }[] = [
  { across: 0.5, up: 0.06, number: 1 },
  { across: 0.24, up: 0.27, number: 5 },
  { across: 0.5, up: 0.24, number: 4 },
  { across: 0.76, up: 0.27, number: 3 },
  { across: 0.12, up: 0.52, number: 7 },
  { across: 0.37, up: 0.48, number: 8 },
  { across: 0.63, up: 0.48, number: 6 },
  { across: 0.88, up: 0.52, number: 11 },
  { across: 0.24, up: 0.8, number: 9 },
  { across: 0.5, up: 0.86, number: 10, band: 'C' },
  { across: 0.76, up: 0.8, number: 14 },
];

/** A 3-4-3 under floodlights. Decorative. */
export function HeroPitch() {
  return (
    <svg className={classes.pitch} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="beam-l" x1="0" y1="0" x2="0.7" y2="1">
          <stop offset="0" stopColor="#eafff3" stopOpacity="0.55" />
          <stop offset="1" stopColor="#eafff3" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="beam-r" x1="1" y1="0" x2="0.3" y2="1">
          <stop offset="0" stopColor="#eafff3" stopOpacity="0.55" />
          <stop offset="1" stopColor="#eafff3" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="far" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#05080b" stopOpacity="0.5" />
          <stop offset="0.55" stopColor="#05080b" stopOpacity="0" />
        </linearGradient>
      </defs>
      {Array.from({ length: STRIPES }, (_, stripe) => (
        <polygon
          // biome-ignore lint/suspicious/noArrayIndexKey: stripes never move
          key={stripe}
          points={formatBox(0, stripe / STRIPES, 1, (stripe + 1) / STRIPES)}
          className={stripe % 2 === 0 ? classes.grassA : classes.grassB}
        />
      ))}
      <polygon points={formatBox(0, 0, 1, 1)} fill="url(#far)" />
      <g className={classes.lines}>
        <polygon points={formatBox(0.02, 0.015, 0.98, 0.985)} />
        <polyline points={`${formatPoint(0.02, 0.5)} ${formatPoint(0.98, 0.5)}`} />
        <polygon points={formatBox(0.24, 0.015, 0.76, 0.17)} />
        <polygon points={formatBox(0.38, 0.015, 0.62, 0.065)} />
        <polygon points={formatBox(0.24, 0.83, 0.76, 0.985)} />
        <polygon points={formatBox(0.38, 0.935, 0.62, 0.985)} />
        <ellipse cx={project(0.5, 0.5).x} cy={project(0.5, 0.5).y} rx="58" ry="24" />
      </g>
      <polygon points="30,24 94,24 400,392 70,392" fill="url(#beam-l)" className={classes.beam} />
      <polygon points="530,24 466,24 160,392 490,392" fill="url(#beam-r)" className={classes.beam} />
      <Floodlight x={22} />
      <Floodlight x={458} />
      {[...TEAM].reverse().map((player) => (
        <Shirt key={player.number} {...player} />
      ))}
    </svg>
  );
}

function Floodlight({ x }: { x: number }) {
  return (
    <g className={classes.lamps}>
      <rect x={x} y={6} width={80} height={26} rx={5} />
      {[0, 1, 2, 3].map((lamp) => (
        <circle key={lamp} cx={x + 13 + lamp * 18} cy={19} r={6.5} />
      ))}
    </g>
  );
}

function Shirt({ across, up, number, band }: (typeof TEAM)[number]) {
  const { x, y, scale } = project(across, up);
  const keeper = number === 1;
  return (
    <g transform={`translate(${x.toFixed(1)} ${(y - 16 * scale).toFixed(1)}) scale(${scale.toFixed(3)})`}>
      <ellipse cx="0" cy="21" rx="20" ry="5" fill="#000" opacity="0.35" />
      <path
        d="M-9 -18 L-24 -9 L-18 3 L-12 0 V18 H12 V0 L18 3 L24 -9 L9 -18 C6 -13 -6 -13 -9 -18 Z"
        className={keeper ? classes.keeper : classes.shirt}
      />
      <text y="9" textAnchor="middle" className={classes.number}>
        {number}
      </text>
      {band ? (
        <g transform="translate(19 -19)">
          <circle r="9.5" className={classes.band} />
          <text y="4.5" textAnchor="middle" className={classes.bandText}>
            {band}
          </text>
        </g>
      ) : null}
    </g>
  );
}
