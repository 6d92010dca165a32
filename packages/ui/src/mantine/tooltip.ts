/** Tooltips, loaded on demand because of their large positioning library. */
import '@mantine/core/styles/Tooltip.css';

export { Tooltip } from '@mantine/core';
