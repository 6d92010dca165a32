import { expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';

test('npm start without options takes port 4800, the default home and nothing to reset', () => {
  expect(readCommandLine([], '/x/.touchline')).toMatchObject({
    port: 4800,
    home: '/x/.touchline',
    reset: false,
    gameweekMinutes: 10,
    demoTeams: 120,
  });
});

test('all options of npm start are read', () => {
  const args =
    '--port 5000 --home /tmp/second --reset --gameweek-minutes 4.5 --from-gameweek 7 --demo-teams 0 --archive /data';
  expect(readCommandLine(args.split(' '), '/x')).toEqual({
    port: 5000,
    home: '/tmp/second',
    reset: true,
    gameweekMinutes: 4.5,
    fromGameweek: 7,
    archive: '/data',
    demoTeams: 0,
  });
});

test.each([
  ['--port 0', /--port must be a whole number from 1 to 65535/],
  ['--demo-teams 501', /--demo-teams must be a whole number from 0 to 500/],
  ['--port many', /--port must be a whole number/],
  ['--from-gameweek 39', /--from-gameweek must be a whole number from 1 to 38/],
  ['--gameweek-minutes -1', /--gameweek-minutes/],
  ['--hom x', /--hom/],
])('%s is rejected with the name of the option', (text, message) => {
  expect(() => readCommandLine(text.split(' '), '/x')).toThrow(message);
});
