import type { DeviceSettings } from '@touchline/api/http/notifications';
import { Group } from '@touchline/ui/base';
import { Switch, TextInput } from '@touchline/ui/forms';

const DEFAULT_QUIET = { from: '22:30', to: '08:00' };

interface QuietHoursProps {
  value: DeviceSettings['quiet_hours'];
  disabled: boolean;
  onChange(value: DeviceSettings['quiet_hours']): void;
}

/** Switch and times of the hours without notifications. A change stores the current time zone of the device. */
export function QuietHours({ value, disabled, onChange }: QuietHoursProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const setTimes = (times: Partial<typeof DEFAULT_QUIET>) =>
    onChange({ ...DEFAULT_QUIET, ...value, ...times, time_zone: timeZone });
  return (
    <>
      <Switch
        mt="sm"
        label="Quiet hours"
        checked={value !== null}
        disabled={disabled}
        onChange={() => (value ? onChange(null) : setTimes({}))}
      />
      {value ? (
        <Group gap="xs" align="flex-start" grow>
          <TextInput
            type="time"
            label="From"
            value={value.from}
            disabled={disabled}
            onChange={(event) => event.currentTarget.value && setTimes({ from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label="To"
            value={value.to}
            disabled={disabled}
            error={value.from === value.to ? 'Both times are the same, so there are no quiet hours' : null}
            onChange={(event) => event.currentTarget.value && setTimes({ to: event.currentTarget.value })}
          />
        </Group>
      ) : null}
    </>
  );
}
