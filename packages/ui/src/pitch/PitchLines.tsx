import { memo } from 'react';
import classes from './Pitch.module.css';
import { buildArc, buildPath, project } from './pitch-geometry.ts';

const BANDS = 11;
const OUT = 60;
const bandDepth = (band: number) => -12 + (band * 76) / BANDS;
const stripes = Array.from({ length: BANDS }, (_, band) =>
  buildPath(
    [
      [-OUT, bandDepth(band)],
      [OUT, bandDepth(band)],
      [OUT, bandDepth(band + 1)],
      [-OUT, bandDepth(band + 1)],
    ],
    true,
  ),
);

const box = (half: number, deep: number) =>
  buildPath([
    [-half, 0],
    [-half, deep],
    [half, deep],
    [half, 0],
  ]);
/** Angle in degrees at which the penalty arc leaves the box (11 m spot, 16.5 m box, 9.15 m radius). */
const BOX_ANGLE = (Math.asin(5.5 / 9.15) * 180) / Math.PI;
const LINES = [
  buildPath([
    [-34, 64],
    [-34, 0],
    [34, 0],
    [34, 64],
  ]),
  buildPath([
    [-34, 52.5],
    [34, 52.5],
  ]),
  buildPath(buildArc(52.5, 9.15, 0, 360), true),
  box(20.16, 16.5),
  box(9.16, 5.5),
  buildPath(buildArc(11, 9.15, BOX_ANGLE, 180 - BOX_ANGLE)),
];
const GOAL = buildPath([
  [-3.66, 0],
  [-3.66, -2],
  [3.66, -2],
  [3.66, 0],
]);
const SPOTS = [project(0, 11), project(0, 52.5)];

/** Mown stripes and white lines in perspective. Decorative. */
export const PitchLines = memo(function PitchLines() {
  return (
    <svg className={classes.ground} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {stripes.map((path, band) => (
        <path key={path} d={path} className={band % 2 ? classes.stripeA : classes.stripeB} />
      ))}
      <path d={GOAL} className={classes.goal} />
      {LINES.map((path) => (
        <path key={path} d={path} className={classes.chalk} />
      ))}
      {SPOTS.map(({ x, y }) => (
        <ellipse key={y} cx={x} cy={y} rx="0.6" ry="0.6" className={classes.spot} />
      ))}
    </svg>
  );
});
