import { expect, it } from 'vitest';
import { button, press } from '../testing/open-builder.tsx';
import { editTeam, playerNames, team } from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

it('VIEW-10 the focus stays on the arrows of a player who was moved', async () => {
  await editTeam(team());
  const [three, fifteen] = playerNames(3, 15);
  const toBench = `Move ${three} to the bench`;
  const up = `Move ${fifteen} up in the bench order`;
  const pressFocused = (name: string) => {
    button(name).focus();
    press(name);
    return document.activeElement?.getAttribute('aria-label');
  };
  expect(pressFocused(toBench)).toBe(`Move ${three} up in the bench order`);
  expect(pressFocused(`Bring ${three} on`)).toBe(toBench);
  expect(pressFocused(up)).toBe(up);
  // At the top of the bench order, the up arrow is disabled.
  expect(pressFocused(up)).toBe(`Move ${fifteen} down in the bench order`);
});
