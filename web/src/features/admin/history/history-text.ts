import type { AuditEntry, AuditAction, ChangedField, AuditValue } from '@geodes/contracts';
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
  crystalType: 'Crystal type',
  isFeatured: 'Featured',
  imageUrls: 'Pictures',
  images: 'Pictures',
  videoUrl: 'Video',
  archived: 'In the archive',
  heldUntil: 'Was kept until',
};

/** A field's name as the owner's forms have it; one that is not known here is told as it is, in words. */
export const fieldName = (field: string): string => {
  if (Object.hasOwn(fieldNames, field)) return fieldNames[field] ?? field;
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const pictures = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`);
const isCategory = (value: string): value is keyof typeof categoryNames => Object.hasOwn(categoryNames, value);

/** A field's value in words: money, a status and a category as the panel shows them; `none` where there is nothing. */
export const valueText = (field: string, value: AuditValue): string => {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : pictures(value.length);
  if (typeof value === 'number') return String(value);
  if (field === 'price' && /^\d+(\.\d+)?$/.test(value)) return formatDollars(value);
  if (field === 'heldUntil') return dateTime.format(new Date(value));
  if (field === 'status') return statusDisplay(value).label;
  return field === 'category' && isCategory(value) ? categoryNames[value] : value;
};

/** Before and after in words; the same words for both where the pictures of a list were only exchanged or sorted. */
export const changeText = ({ field, before, after }: ChangedField): { before: string; after: string } => {
  const words = { before: valueText(field, before), after: valueText(field, after) };
  return Array.isArray(after) && words.before === words.after
    ? { ...words, after: 'others, or in another order' }
    : words;
};
