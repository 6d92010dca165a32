import "@mantine/core/styles/Alert.css";
import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/Pagination.css";
import "@mantine/core/styles/Progress.css";
import "@mantine/core/styles/Table.css";
export { Alert, Pagination, Progress, ScrollArea, Table } from "@mantine/core";
