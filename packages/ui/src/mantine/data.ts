/** Tables, tabs and other displays of data, loaded on demand. */
import '@mantine/core/styles/Accordion.css';
import '@mantine/core/styles/List.css';
import '@mantine/core/styles/Pagination.css';
import '@mantine/core/styles/Progress.css';
import '@mantine/core/styles/Table.css';
import '@mantine/core/styles/Tabs.css';

export { Accordion, List, Pagination, Progress, ScrollArea, Table, Tabs } from '@mantine/core';
