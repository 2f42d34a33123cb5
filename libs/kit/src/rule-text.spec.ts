import * as contracts from '@geodes/contracts';
import type { ValidatorConstraintInterface } from 'class-validator';
import { type Rule, rulesOf, ruleText } from './rule-text.js';

/** Rules that only decide whether the others apply. */
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

/** Returns the rule's own message, or class-validator's default. */
const defaultText = (rule: Rule): string => {
  if (typeof rule.message === 'function') return rule.message(validationArguments(rule));
  if (rule.message) return rule.message;
  if (rule.type === 'nestedValidation') return 'nested property must be either object or array';
  const constraint = new (rule.constraintCls as new () => ValidatorConstraintInterface)();
  return constraint.defaultMessage?.(validationArguments(rule)) ?? '';
};

it('finds the validation rules of all contracts', () => expect(rules.length).toBeGreaterThan(150));

it.each(rules)('describes the rule in a sentence for people: $name', ({ rule }) => {
  const own = defaultText(rule);
  const text = ruleText(rule, own);
  expect(text).toMatch(/^[A-Z].*\.$/);
  if (!rule.message) expect(text).not.toBe(own);
  if (/[A-Z]/.test(rule.propertyName)) expect(text).not.toContain(rule.propertyName);
  expect(text).not.toMatch(
    /\$[a-z]|undefined|NaN|each value in|regular expression|should not|must be a string|an? email$/,
  );
});

it('has a text for every rule except patterns, which bring their own message', () => {
  const unknown = rules.filter(({ rule }) => ruleText(rule, 'own').endsWith('is not as it must be.'));
  expect(unknown.filter(({ rule }) => rule.name !== 'matches').map(({ name }) => name)).toEqual([]);
});

it('says of every list of objects that an entry is none', () => {
  const describesEntries = ({ propertyName, target }: Rule) =>
    rules.some(
      ({ rule }) =>
        rule.name === 'isObject' && rule.each && rule.propertyName === propertyName && rule.target === target,
    );
  const lists = rules.filter(({ rule }) => rule.type === 'nestedValidation' && rule.each);
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.filter(({ rule }) => !describesEntries(rule)).map(({ name }) => name)).toEqual([]);
});
