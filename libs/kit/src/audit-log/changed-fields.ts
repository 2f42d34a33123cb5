import { isDeepStrictEqual } from 'node:util';
import type { ChangedField, AuditValue } from '@geodes/contracts';

/** What is kept of a text, characters. The rest is in the thing itself. */
const TEXT_LENGTH = 300;
/** Where two long texts differ further on, what is kept begins so many characters before. */
const CONTEXT_LENGTH = 40;
const LIST_LENGTH = 20;

/** A thing as the owner knows it: names and values of its fields. */
export type KnownFields = Readonly<Record<string, AuditValue>>;

/**
 * The fields in which a thing differs before and after a change, each value bounded in size. Without a `before` or an
 * `after` (created, deleted) the empty fields are left out.
 */
export const changedFields = (before: KnownFields | null, after: KnownFields | null): ChangedField[] => {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const fields = [...names].map((field) => ({
    field,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
  }));
  const isWhole = before === null || after === null;
  return fields
    .filter((one) => !isDeepStrictEqual(one.before, one.after))
    .filter((one) => !(isWhole && isEmpty(one.before) && isEmpty(one.after)))
    .map(bounded);
};

const isEmpty = (value: AuditValue): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

const bounded = ({ field, before, after }: ChangedField): ChangedField => {
  const from = typeof before === 'string' && typeof after === 'string' ? beginOf(before, after) : 0;
  return { field, before: cutValue(before, from), after: cutValue(after, from) };
};

const beginOf = (before: string, after: string): number => {
  if (before.length <= TEXT_LENGTH && after.length <= TEXT_LENGTH) return 0;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return Math.max(0, same - CONTEXT_LENGTH);
};

const cutValue = (value: AuditValue, from: number): AuditValue => {
  if (typeof value === 'string') return cutText(value, from);
  return Array.isArray(value) ? value.slice(0, LIST_LENGTH).map((text) => cutText(text, 0)) : value;
};

const cutText = (text: string, from: number): string => {
  const rest = text.slice(from);
  return `${from > 0 ? '…' : ''}${rest.length > TEXT_LENGTH ? `${rest.slice(0, TEXT_LENGTH)}…` : rest}`;
};
