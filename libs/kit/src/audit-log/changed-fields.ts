import { isDeepStrictEqual } from 'node:util';
import type { ChangedField, AuditValue } from '@geodes/contracts';

/** Characters stored of a text. */
const MAX_TEXT_LENGTH = 300;
/** Characters stored before the first difference of two long texts. */
const CONTEXT_LENGTH = 40;
const MAX_LIST_LENGTH = 20;

/** The fields of an entity that the owner knows, by name. */
export type KnownFields = Readonly<Record<string, AuditValue>>;

/**
 * Compares an entity before and after a change. Returns the fields that differ, with values limited in size. If it was
 * created or deleted (`before` or `after` is null), empty fields are left out.
 */
export const changedFields = (before: KnownFields | null, after: KnownFields | null): ChangedField[] => {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const fields = [...names].map((field) => ({
    field,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
  }));
  const isCreatedOrDeleted = before === null || after === null;
  return fields
    .filter((field) => !isDeepStrictEqual(field.before, field.after))
    .filter((field) => !(isCreatedOrDeleted && isEmpty(field.before) && isEmpty(field.after)))
    .map(truncate);
};

const isEmpty = (value: AuditValue): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

const truncate = ({ field, before, after }: ChangedField): ChangedField => {
  const from = typeof before === 'string' && typeof after === 'string' ? startOffset(before, after) : 0;
  return { field, before: cutValue(before, from), after: cutValue(after, from) };
};

const startOffset = (before: string, after: string): number => {
  if (before.length <= MAX_TEXT_LENGTH && after.length <= MAX_TEXT_LENGTH) return 0;
  let common = 0;
  while (common < before.length && before[common] === after[common]) common += 1;
  return Math.max(0, common - CONTEXT_LENGTH);
};

const cutValue = (value: AuditValue, from: number): AuditValue => {
  if (typeof value === 'string') return cutText(value, from);
  return Array.isArray(value) ? value.slice(0, MAX_LIST_LENGTH).map((text) => cutText(text, 0)) : value;
};

const cutText = (text: string, from: number): string => {
  const rest = text.slice(from);
  const cut = rest.length > MAX_TEXT_LENGTH ? `${rest.slice(0, MAX_TEXT_LENGTH)}…` : rest;
  // Either cut may halve an emoji, and jsonb refuses half a surrogate pair.
  return `${from > 0 ? '…' : ''}${cut.toWellFormed()}`;
};
