import { clubByCode } from '@touchline/rules/clubs';
import { contrast, luminance } from '../colour.ts';
import classes from './Shirt.module.css';

const BODY =
  'M16.5 2.5c2 3.2 13 3.2 15 0l6.3 2.1c.9.3 1.7.8 2.3 1.5L47 14l-6.6 7.2-4.2-3V41c-3.6 1.5-20.8 1.5-24.4 0V18.2l-4.2 3L1 14l6.9-7.9c.6-.7 1.4-1.2 2.3-1.5z';
const SHADE =
  'M24 5c4-.1 6.7-1 7.5-2.5l6.3 2.1c.9.3 1.7.8 2.3 1.5L47 14l-6.6 7.2-4.2-3V41c-2 .8-7 1.2-12.2 1.2z';
const SLEEVES = 'M1 14l6.6 7.2 2.1-1.5L3 12zM47 14l-6.6 7.2-2.1-1.5L45 12z';
const COLLAR = 'M16.5 2.5c2 3.2 13 3.2 15 0l1.8.6c-2.5 4.9-16.1 4.9-18.6 0z';

const DARK_INK = '#10161e';
const LIGHT_INK = '#ffffff';

export interface ShirtProps {
  /** Season-stable code of the club. */
  clubCode: number;
  /** Three letters for clubs that are missing from our table. */
  clubShort?: string;
  /** Width in pixels. By default the shirt fills its container. */
  size?: number;
  /** Leaves out the club's letters. */
  plain?: boolean;
}

/** A club's shirt in its colour with its three letters, outlined if the colour would blend in. Decorative. */
export function Shirt({ clubCode, clubShort, size, plain = false }: ShirtProps) {
  const club = clubByCode(clubCode, clubShort ? { short_name: clubShort } : {});
  const light = luminance(club.colour);
  const ink = contrast(club.colour, LIGHT_INK) >= 3 ? LIGHT_INK : DARK_INK;
  const outline = light > 0.8 ? 'white' : light < 0.03 ? 'dark' : 'none';
  return (
    <svg viewBox="0 0 48 44" className={classes.shirt} data-outline={outline} width={size} aria-hidden="true">
      <path d={BODY} fill={club.colour} className={classes.body} />
      <path d={SHADE} className={classes.shade} />
      <path d={SLEEVES} fill={ink} className={classes.trim} />
      <path d={COLLAR} fill={ink} className={classes.trim} />
      {plain ? null : (
        <text x="24" y="29" fill={ink} className={classes.letters}>
          {club.short_name}
        </text>
      )}
    </svg>
  );
}

/** An empty shirt: a plus sign for a vacant slot, a question mark for a hidden player. */
export function ShirtOutline({ sign = 'plus' }: { sign?: 'plus' | 'hidden' }) {
  return (
    <svg viewBox="0 0 48 44" className={classes.shirt} aria-hidden="true">
      <path d={BODY} className={classes.vacant} />
      <path
        d={
          sign === 'plus'
            ? 'M24 17v12M18 23h12'
            : 'M20 19.5a4 4 0 1 1 5.6 3.7c-1 .5-1.6 1.2-1.6 2.3M24 29.6v.2'
        }
        className={classes.plus}
      />
    </svg>
  );
}
