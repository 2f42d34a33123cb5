import type { TrackingImport } from '@geodes/contracts';
import { checkText, importNotes, outcomeText, resultText } from './tracking-import-text.js';

const result = (shipped: number, refused = 0, unchanged = 0): TrackingImport => {
  const line = (outcome: 'shipped' | 'refused' | 'unchanged') =>
    ({ line: 2, orderNumber: '7F3A9C1E', carrier: 'usps', trackingNumber: '1', outcome, message: null }) as const;
  const many = (count: number, outcome: 'shipped' | 'refused' | 'unchanged') =>
    Array.from({ length: count }, () => line(outcome));
  return {
    lines: [...many(shipped, 'shipped'), ...many(refused, 'refused'), ...many(unchanged, 'unchanged')],
    problems: [],
    leftOut: 0,
  };
};

describe('the texts of an import of tracking numbers', () => {
  it('say what it would do', () => {
    expect(checkText(result(2, 1))).toBe('2 orders can be marked as shipped. Nothing is changed yet.');
    expect(checkText(result(0, 1))).toBe('No order would be changed.');
    const problem = { line: 3, column: 'Order number', reason: 'x' };
    expect(checkText({ ...result(2), problems: [problem, problem] })).toBe(
      'Nothing can be imported yet: 1 line cannot be read.',
    );
  });

  it('say what it did', () => {
    expect([result(200), result(1, 1), result(0, 2)].map(resultText)).toEqual([
      '200 orders were marked as shipped.',
      '1 order was marked as shipped; 1 line was refused.',
      'No order was changed; 2 lines were refused.',
    ]);
  });

  it('say by line what happens, also to the number of a shipped order', () => {
    const line = { orderNumber: '7F3A9C1E', outcome: 'shipped', message: null } as const;
    expect([outcomeText(line, false), outcomeText(line, true)]).toEqual(['Becomes shipped', 'Marked as shipped']);
    const message = 'Its number 1ZOLD is replaced; the buyer gets no second letter.';
    expect(outcomeText({ ...line, message }, false)).toBe(message);
  });

  it('note what stays and what is left out', () => {
    expect(importNotes({ ...result(1, 0, 2), leftOut: 1 })).toEqual([
      '2 orders have this tracking number already.',
      '1 line without a tracking number is left out.',
    ]);
    expect(importNotes(result(1))).toEqual([]);
  });
});
