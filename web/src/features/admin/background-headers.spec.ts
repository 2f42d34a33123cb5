import { backgroundHeaders } from './background-headers.js';

const pressed = (isActive: boolean | undefined) =>
  Object.defineProperty(navigator, 'userActivation', {
    value: isActive === undefined ? undefined : { isActive },
    configurable: true,
  });
afterAll(() => pressed(undefined));

it('marks a read without recent user input as background, unless the browser has no userActivation', () => {
  pressed(false);
  expect(backgroundHeaders()).toEqual({ 'X-Background-Request': 'true' });
  for (const known of [true, undefined]) {
    pressed(known);
    expect(backgroundHeaders()).toEqual({});
  }
});
