/** Tables, tabs and other displays of data, loaded on demand. */
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/Pagination.css';
import '@mantine/core/styles/Progress.css';
import '@mantine/core/styles/Table.css';
import '@mantine/core/styles/Tabs.css';

export { Pagination, Progress, ScrollArea, Table, Tabs } from '@mantine/core';
