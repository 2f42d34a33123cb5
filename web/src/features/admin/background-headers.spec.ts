import { backgroundHeaders } from './background-headers.js';

const pressed = (isActive: boolean) =>
  Object.defineProperty(navigator, 'userActivation', { value: { isActive }, configurable: true });

afterEach(() => Reflect.deleteProperty(navigator, 'userActivation'));

it('marks a read without recent user input as background', () => {
  pressed(false);
  expect(backgroundHeaders()).toEqual({ 'X-Background-Request': 'true' });
  pressed(true);
  expect(backgroundHeaders()).toEqual({});
});
