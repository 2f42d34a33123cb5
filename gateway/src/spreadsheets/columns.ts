/** A column of a file: its header, and what stands in it. */
export interface Column<T> {
  header: string;
  of: (row: T) => string | number | null;
}

/** `2026-11-21 20:33:17`, UTC, of an ISO 8601 time: spreadsheets know that for a time. */
export const timeCell = (iso: string | null): string | null => iso && iso.slice(0, 19).replace('T', ' ');
