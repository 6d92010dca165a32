/**
 * Form inputs and filters, loaded on demand. Mantine's Select is left out: its dropdown is large, and phones show the options of a
 * NativeSelect better.
 */
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/Switch.css';

export {
  Input,
  NativeSelect,
  SegmentedControl,
  Switch,
  TextInput,
} from '@mantine/core';
