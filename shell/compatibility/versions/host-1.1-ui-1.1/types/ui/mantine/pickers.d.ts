import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Slider.css";
import "@mantine/core/styles/Tabs.css";
export { Checkbox, RangeSlider, Tabs } from "@mantine/core";
