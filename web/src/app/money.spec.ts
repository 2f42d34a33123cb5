import { formatCents, formatDollars, toCents, toDecimal } from './money.js';

describe('money', () => {
  it('is converted to integer cents from a decimal string or a number', () => {
    expect(toCents('285.00')).toBe(28_500);
    expect(toCents(19.99)).toBe(1_999);
    expect(toCents('1.10')).toBe(110);
    expect(toCents(0.29)).toBe(29);
    expect(toCents('')).toBe(0);
    expect(toCents('abc')).toBeNaN();
  });
  it('is formatted with 2 decimals', () => {
    expect(formatDollars('72')).toBe('$72.00');
    expect(formatCents(111_800)).toBe('$1,118.00');
    expect(toDecimal(40_410)).toBe('404.10');
    expect(toDecimal(5)).toBe('0.05');
  });
});
