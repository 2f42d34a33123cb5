import { GEODE_FIELDS } from '@geodes/contracts/geode-fields';
import { saleTimeText } from '@geodes/contracts/sale-time';
import { CARRIER_NAMES } from '@geodes/contracts/tracking-url';
import type { AuditEntry, AuditAction, ChangedField, AuditValue } from '@geodes/contracts';
import { counted } from '../../../app/counted.js';
import { formatDollars } from '../../../app/money.js';
import { categoryNames } from '../../geodes/geode-labels.js';
import { statusDisplay } from '../../orders/order-status.js';
import { dateTime } from '../dates.js';

const actions: Record<AuditAction, string> = {
  created: 'Added',
  imported: 'Added by import',
  edited: 'Changed',
  deleted: 'Deleted',
  archived: 'Archived',
  'hold-ended': 'Hold ended',
  erased: 'Buyer erased',
};
export const actionText = ({ action }: Pick<AuditEntry, 'action'>): string => actions[action];

const fieldNames: Record<string, string> = {
  ...Object.fromEntries(Object.entries(GEODE_FIELDS).map(([field, { label }]) => [field, label])),
  images: 'Pictures',
  videoUrl: 'Video',
  archived: 'In the archive',
  heldUntil: 'Was kept until',
};

/** Returns a field's label as in the owner's forms. Splits the name of an unknown field into words. */
export const fieldName = (field: string): string => {
  if (Object.hasOwn(fieldNames, field)) return fieldNames[field] ?? field;
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isCarrier = (value: string): value is keyof typeof CARRIER_NAMES => Object.hasOwn(CARRIER_NAMES, value);
const isCategory = (value: string): value is keyof typeof categoryNames => Object.hasOwn(categoryNames, value);

/** Formats a field's value as the panel shows it; `none` if it is empty. */
export const valueText = (field: string, value: AuditValue): string => {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : counted(value.length, 'picture');
  if (typeof value === 'number') return String(value);
  if ((field === 'price' || field === 'refund') && /^\d+(\.\d+)?$/.test(value)) return formatDollars(value);
  if (field === 'heldUntil') return dateTime(value);
  if (field === 'availableFrom') return saleTimeText(value);
  if (field === 'status') return statusDisplay(value).label;
  if (field === 'carrier' && isCarrier(value)) return CARRIER_NAMES[value];
  return field === 'category' && isCategory(value) ? categoryNames[value] : value;
};

/** Returns whether a field names something that happened, such as a refund, and has no value before. */
export const isOccurrence = (field: string): boolean => field === 'refund';

/** Formats the values before and after a change. Says so if pictures were only replaced or reordered. */
export const changeText = ({ field, before, after }: ChangedField): { before: string; after: string } => {
  const texts = { before: valueText(field, before), after: valueText(field, after) };
  return Array.isArray(after) && texts.before === texts.after
    ? { ...texts, after: 'others, or in another order' }
    : texts;
};
