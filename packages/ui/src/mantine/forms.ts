/** Form inputs and filters, loaded on demand. */
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Chip.css';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/Slider.css';
import '@mantine/core/styles/Switch.css';

export {
  Checkbox,
  Chip,
  NativeSelect,
  NumberInput,
  Radio,
  RangeSlider,
  SegmentedControl,
  Select,
  Switch,
  TextInput,
} from '@mantine/core';
