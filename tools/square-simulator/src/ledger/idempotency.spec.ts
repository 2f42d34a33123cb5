import { fingerprint } from './idempotency.js';

describe('the fingerprint of a body', () => {
  it('does not depend on the order of fields, at any depth', () => {
    expect(fingerprint({ a: 1, b: { c: 2, d: [3, 4] } })).toBe(fingerprint({ b: { d: [3, 4], c: 2 }, a: 1 }));
  });

  it('depends on every value', () => {
    const bodies = [{ a: 1 }, { a: '1' }, { a: 1, b: null }, { a: [1, 2] }, { a: [2, 1] }, undefined];
    expect(new Set(bodies.map(fingerprint)).size).toBe(bodies.length);
  });
});
