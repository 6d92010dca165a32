/** Plots; recharts is heavy, so only pages that draw one load this. */
import '@mantine/charts/styles.css';

export { BarChart, LineChart } from '@mantine/charts';
