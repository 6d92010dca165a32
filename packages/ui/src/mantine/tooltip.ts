/** Tooltips, loaded on demand: what places them beside their target is 14 kB on the wire. */
import '@mantine/core/styles/Tooltip.css';

export { Tooltip } from '@mantine/core';
