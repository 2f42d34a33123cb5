import { backgroundHeaders } from './background-headers.js';

const pressed = (isActive: boolean | undefined) =>
  Object.defineProperty(navigator, 'userActivation', {
    value: isActive === undefined ? undefined : { isActive },
    configurable: true,
  });
afterAll(() => pressed(undefined));

it('a read that nobody asked for says so; where the browser cannot tell it counts as use', () => {
  pressed(false);
  expect(backgroundHeaders()).toEqual({ 'X-Background-Request': 'true' });
  for (const known of [true, undefined]) {
    pressed(known);
    expect(backgroundHeaders()).toEqual({});
  }
});
