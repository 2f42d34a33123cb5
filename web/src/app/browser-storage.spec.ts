import { readStored, writeStored } from './browser-storage.js';

const refuse = () => {
  throw new Error('The quota has been exceeded.');
};

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
  jest.restoreAllMocks();
});

it('keeps what the browser refuses to store until the page is left', () => {
  Object.assign(globalThis, { sessionStorage: { getItem: () => null, setItem: refuse, removeItem: refuse } });
  jest.spyOn(console, 'error').mockReturnValue();
  writeStored('sessionStorage', 'attempt', { key: 'one' });
  expect(readStored('sessionStorage', 'attempt')).toEqual({ key: 'one' });
  writeStored('sessionStorage', 'attempt', null);
  expect(readStored('sessionStorage', 'attempt')).toBeNull();
});
