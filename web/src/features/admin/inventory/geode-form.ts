import {
  checkTyped,
  GEODE_FIELD_NAMES,
  GEODE_FIELDS,
  type GeodeField,
  geodeField,
  type GeodeFieldOf,
  type Verdict,
} from '@geodes/contracts/geode-fields';
import type { CreateGeodeBody, Geode, UpdateGeodeBody } from '@geodes/contracts';
import { toCents, toDecimal } from '../../../app/money.js';
import { categoryNames, tierNames } from '../../geodes/geode-labels.js';
import { HALF_TYPED, toInstant, toLocalMinute } from '../dates.js';
import { storedPaths, toFormPictures, unfinishedProblem, type FormPicture } from '../pictures/picture-list.js';

/** Stands for no choice, because select items must not have an empty value. */
export const NONE = 'none';

/** Stands for a place whose name is typed. */
export const OTHER_PLACE = 'other';

/** The fields that the form has under the table's name. */
export type FormField = Exclude<GeodeField, 'imageUrls'>;
export const FORM_FIELDS = GEODE_FIELD_NAMES.filter((name): name is FormField => name !== 'imageUrls');

/** The values of the form: on or off for a switch, the owner's minute for an instant, else what was typed or chosen. */
export type GeodeForm = Record<GeodeFieldOf<'switch'>, boolean> &
  Record<Exclude<FormField, GeodeFieldOf<'switch'>>, string> & {
    /** The name of a place that is not offered. */
    otherPlace: string;
    /** The first one is the main picture. */
    pictures: FormPicture[];
  };

type Option = { value: string; label: string };

const choiceOptions: Record<GeodeFieldOf<'choice'>, Option[]> = {
  tier: [
    { value: NONE, label: 'None' },
    ...Object.entries(tierNames).map(([value, name]) => ({ value, label: `${value}, ${name}` })),
  ],
  category: Object.entries(categoryNames).map(([value, label]) => ({ value, label })),
};

/** Returns the items of a field's select: all choices, or the offered values and the geode's own. */
export const optionsOf = (name: FormField, geode?: Geode): Option[] => {
  const field = geodeField(name);
  if (field.kind === 'choice') return choiceOptions[name as GeodeFieldOf<'choice'>];
  const offered = field.kind === 'text' ? (field.offered ?? []) : [];
  const present = geode?.[name];
  const all = present && !offered.includes(String(present)) ? [...offered, String(present)] : offered;
  return [
    ...(geode ? [] : [{ value: NONE, label: `Choose a ${field.label.toLowerCase()}` }]),
    ...all.map((value) => ({ value, label: value })),
    ...(name === 'location' ? [{ value: OTHER_PLACE, label: 'Another place …' }] : []),
  ];
};

const isSelect = (name: FormField): boolean => {
  const field = geodeField(name);
  return field.kind === 'choice' || (field.kind === 'text' && field.offered !== undefined);
};

const picturesOf = ({ imageUrl, imageUrls }: Geode): string[] =>
  imageUrls.length > 0 || imageUrl === '' ? imageUrls : [imageUrl];

/** Returns a field's value as the form opens. */
const formValue = (name: FormField, geode: Geode | undefined): string | boolean => {
  const value = geode?.[name] ?? geodeField(name).ifMissing;
  if (typeof value === 'boolean') return value;
  if (name === 'quantity') return String(value ?? 1);
  if (name === 'availableFrom') return value ? toLocalMinute(String(value)) : '';
  // Text areas have line feeds only; else an unchanged text would count as changed.
  return String(value || (isSelect(name) ? NONE : '')).replaceAll('\r\n', '\n');
};

/** Returns the initial values of the form: those of a geode, or empty ones. */
export const toForm = (geode?: Geode): GeodeForm =>
  ({
    ...Object.fromEntries(FORM_FIELDS.map((name) => [name, formValue(name, geode)])),
    otherPlace: '',
    pictures: toFormPictures(geode ? picturesOf(geode) : []),
  }) as GeodeForm;

/** Returns a field's value in the API. `geode` is the one that is edited. */
const sentValue = (name: FormField, form: GeodeForm, geode?: Geode): string | number | boolean | null => {
  const value = form[name];
  if (typeof value === 'boolean') return value;
  if (name === 'price') return toDecimal(toCents(value));
  if (name === 'quantity') return Number(value);
  if (name === 'availableFrom') return toInstant(value, geode?.availableFrom) || null;
  if (name === 'location' && value === OTHER_PLACE) return form.otherPlace.trim();
  return isSelect(name) && value === NONE ? '' : value.trim();
};

type SentFields = Pick<CreateGeodeBody, FormField>;

/** Converts the form to the fields of the API, without the pictures. */
const toFields = (form: GeodeForm, geode?: Geode): SentFields =>
  Object.fromEntries(FORM_FIELDS.map((name) => [name, sentValue(name, form, geode)])) as unknown as SentFields;

const picturesToSend = (pictures: string[]) => ({ imageUrl: pictures[0] ?? '', imageUrls: pictures });

/** Returns the request body that adds a geode. The form must be valid. */
export const newGeodeBody = (form: GeodeForm): CreateGeodeBody => ({
  ...toFields(form),
  ...picturesToSend(storedPaths(form.pictures)),
});

/**
 * Returns the request body that edits a geode: only the changed fields. A quantity comes with `updatedAt`, so that the server
 * can refuse the edit if the stock changed since the geode was read.
 */
export const geodeChanges = (geode: Geode, form: GeodeForm): UpdateGeodeBody => {
  const present = toFields(toForm(geode), geode);
  const wanted = toFields(form, geode);
  const changes: UpdateGeodeBody = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== present[field as keyof typeof wanted]),
  );
  if (changes.quantity !== undefined) changes.updatedAt = geode.updatedAt;
  const paths = storedPaths(form.pictures);
  const isSame = JSON.stringify(paths) === JSON.stringify(picturesOf(geode));
  return isSame ? changes : { ...changes, ...picturesToSend(paths) };
};

const checkMinute = (minute: string): Verdict => {
  const field = GEODE_FIELDS.availableFrom;
  return minute === HALF_TYPED
    ? `${field.label} needs a date and a time, or neither.`
    : checkTyped(field, toInstant(minute));
};

const check = (name: FormField, value: string | boolean, geode: Geode | undefined): Verdict => {
  const field = geodeField(name);
  if (typeof value === 'boolean' || field.kind === 'choice' || field.kind === 'switch' || field.kind === 'pictures')
    return true;
  if (field.kind === 'instant') return checkMinute(value);
  // An unchanged 0 is accepted, so that a sold geode can be edited without putting it back on sale.
  if (name === 'quantity' && geode && value.trim() !== '' && Number(value) === geode.quantity) return true;
  return checkTyped(field, isSelect(name) && value === NONE ? '' : value);
};

const checkPictures = (pictures: FormPicture[]): Verdict =>
  unfinishedProblem(pictures) ?? (pictures.length > 0 || 'Please upload an image for the geode.');

/** Returns the validation rules of the geode form for react-hook-form: true, or an error text. */
export const geodeFormRules = (geode: Geode | undefined) => ({
  ...(Object.fromEntries(
    FORM_FIELDS.map((name) => [name, (value: string | boolean) => check(name, value, geode)]),
  ) as Record<FormField, (value: string | boolean) => Verdict>),
  otherPlace: (value: string, { location }: GeodeForm): Verdict =>
    location !== OTHER_PLACE || checkTyped(GEODE_FIELDS.location, value),
  pictures: checkPictures,
});
