// An ESLint plugin with one rule: comments, log messages and test titles use the words of the field.

/** Words of a private dialect, and what to say instead. */
const PLAIN = {
  anew: 'again',
  book: 'record or ledger',
  books: 'records or ledger',
  fact: 'event',
  facts: 'events',
  nobody: 'the mechanism',
  'so many': 'the number or the limit',
  told: 'shows, logs or returns',
  'whole way': 'the mechanism',
};
const DIALECT = new RegExp(`(?<![\\w\`-])(${Object.keys(PLAIN).join('|')})(?![\\w\`-])`, 'i');
const LOGS = /^(trace|debug|info|warn|error|fatal)$/;
const TESTS = /^(it|test|describe)$/;

/** Returns the report for a text, or undefined. */
const findDialect = (text) => {
  const word = DIALECT.exec(text)?.[0];
  return word && `"${word}": say ${PLAIN[word.toLowerCase()]} instead.`;
};

const create = (context) => {
  const check = (text, loc) => {
    const message = findDialect(text);
    if (message) context.report({ loc, message });
  };
  return {
    Program: () => context.sourceCode.getAllComments().forEach(({ value, loc }) => check(value, loc)),
    CallExpression: ({ callee, arguments: given }) => {
      const isLog = callee.type === 'MemberExpression' && LOGS.test(callee.property.name);
      // it('title'), or it.each(table)('title')
      const called = callee.type === 'CallExpression' ? callee.callee.object : callee;
      const isTest = called?.type === 'Identifier' && TESTS.test(called.name);
      if (!isLog && !isTest) return;
      for (const { type, value, loc } of given) if (type === 'Literal' && typeof value === 'string') check(value, loc);
    },
  };
};

export const plainWords = { rules: { 'plain-words': { create } } };
