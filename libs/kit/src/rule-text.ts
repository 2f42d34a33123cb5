import { getMetadataStorage, type ValidationError } from 'class-validator';

/** As the metadata of class-validator says it. */
export type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** All rules of a class, those that it inherits too. */
export const rulesOf = (dto: unknown): Rule[] =>
  typeof dto === 'function' ? getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false) : [];

/** Fields whose name is not what a person calls them. */
const NAMES: Record<string, string> = {
  buyerDetails: 'Shipping information',
  geodeId: 'Geode',
  holdId: 'Hold',
  imageUrl: 'Picture',
  imageUrls: 'Pictures',
  images: 'Pictures',
  isFeatured: 'Featured',
  items: 'Cart',
  pin: 'PIN',
  videoUrl: 'Video URL',
};

/** `firstName` → `First name`. */
const nameOf = (property: string): string => {
  const words = property.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return NAMES[property] ?? words.charAt(0).toUpperCase() + words.slice(1);
};

const choices = new Intl.ListFormat('en', { type: 'disjunction' });
const choicesOf = (limit: unknown): string =>
  choices.format((Array.isArray(limit) ? limit : []).map((choice) => (choice === '' ? 'empty' : String(choice))));
const count = (limit: unknown): string => Number(limit).toLocaleString('en-US');

/** What each rule says of a field, by class-validator's name of the rule. */
const WORDS: Record<string, (name: string, limit: unknown) => string> = {
  arrayMaxSize: (name, most) => `${name} can have at most ${count(most)} entries.`,
  arrayMinSize: (name) => `${name} must not be empty.`,
  arrayUnique: (name) => `${name} must not have the same entry twice.`,
  isArray: (name) => `${name} must be a list.`,
  isBoolean: (name) => `${name} must be true or false.`,
  isIn: (name, values) => `${name} must be ${choicesOf(values)}.`,
  isInt: (name) => `${name} must be a whole number.`,
  isNotEmpty: (name) => `${name} is required.`,
  isObject: (name) => `${name} must be JSON with fields of its own.`,
  isString: (name) => `${name} must be text.`,
  isUuid: (name) => `${name} must be an id such as 7f1c7f0e-4ac1-4b8a-9c44-6fd7a3f0d3c1.`,
  max: (name, most) => `${name} must be ${count(most)} or less.`,
  maxLength: (name, most) => `${name} must have at most ${count(most)} letters.`,
  min: (name, least) => `${name} must be ${count(least)} or more.`,
  nestedValidation: (name) => `${name} must be JSON with fields of its own.`,
};

/** The name of a rule as errors have it. */
const keyOf = ({ name, type }: Rule): string => name ?? type;

/** Why a rule refuses a field, as a sentence for a person. `own` is what a rule says that has words of its own. */
export const ruleText = (rule: Rule, own: string): string => {
  const { message, propertyName, constraints, each } = rule;
  // class-validator gives nested rules a message of its own
  if (message && rule.type !== 'nestedValidation') return own;
  const subject = each ? `Each entry of ${nameOf(propertyName).toLowerCase()}` : nameOf(propertyName);
  const limit: unknown = (constraints as unknown[] | undefined)?.[0];
  return WORDS[keyOf(rule)]?.(subject, limit) ?? `${subject} is not as it must be.`;
};

/**
 * Why a field is refused, by the first rule of its class that it breaks: what it must be before how long or how large it
 * may be. Undefined if only fields within it are refused.
 */
export const reasonOf = ({ property, value, target, constraints }: ValidationError): string | undefined => {
  // decorators are applied from the last to the first, and what is nested is looked at last of all
  const all = Object.entries(constraints ?? {});
  const [broken, own] = all.findLast(([key]) => key !== 'nestedValidation') ?? all.at(-1) ?? [];
  if (broken === undefined || own === undefined) return undefined;
  if (value === undefined || value === null) return `${nameOf(property)} is required.`;
  const rule = rulesOf(target?.constructor).find((one) => keyOf(one) === broken && one.propertyName === property);
  return rule ? ruleText(rule, own) : `${nameOf(property)} is not as it must be.`;
};
