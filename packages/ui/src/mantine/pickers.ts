/** Tabs, boxes and sliders to pick with: the team builder's and the admin's, loaded on demand. No page that guests see has any. */
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Slider.css';
import '@mantine/core/styles/Tabs.css';

export { Checkbox, RangeSlider, Tabs } from '@mantine/core';
