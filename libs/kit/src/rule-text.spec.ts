import * as contracts from '@geodes/contracts';
import type { ValidatorConstraintInterface } from 'class-validator';
import { type Rule, rulesOf, ruleText } from './rule-text.js';

/** Rules that only say when the others count. */
const isCondition = ({ type }: Rule): boolean => type === 'conditionalValidation';

const rules = Object.entries(contracts).flatMap(([dto, exported]) =>
  rulesOf(exported)
    .filter((rule) => !isCondition(rule))
    .map((rule) => ({ name: `${dto}.${rule.propertyName} ${rule.name ?? rule.type}`, rule })),
);

const validationArguments = ({ propertyName, constraints }: Rule) => ({
  value: 'value',
  constraints: (constraints ?? []) as unknown[],
  targetName: '',
  object: {},
  property: propertyName,
});

/** What the rule's own message is, or class-validator's. */
const libraryWords = (rule: Rule): string => {
  if (typeof rule.message === 'function') return rule.message(validationArguments(rule));
  if (rule.message) return rule.message;
  if (rule.type === 'nestedValidation') return 'nested property must be either object or array';
  const constraint = new (rule.constraintCls as new () => ValidatorConstraintInterface)();
  return constraint.defaultMessage?.(validationArguments(rule)) ?? '';
};

it('knows the rules of every class', () => expect(rules.length).toBeGreaterThan(150));

it.each(rules)('says a sentence for a person, not the words of a validator: $name', ({ rule }) => {
  const own = libraryWords(rule);
  const words = ruleText(rule, own);
  expect(words).toMatch(/^[A-Z].*\.$/);
  if (!rule.message) expect(words).not.toBe(own);
  if (/[A-Z]/.test(rule.propertyName)) expect(words).not.toContain(rule.propertyName);
  expect(words).not.toMatch(
    /\$[a-z]|undefined|NaN|each value in|regular expression|should not|must be a string|an? email$/,
  );
});

it('has words of its own for every rule of what comes over HTTP, but for patterns, which have theirs', () => {
  const unknown = rules.filter(({ rule }) => ruleText(rule, 'own').endsWith('is not as it must be.'));
  expect(unknown.filter(({ rule }) => rule.name !== 'matches').map(({ name }) => name)).toEqual([]);
});
