/** How a field of a row is read: by `sql`, else from the column with the field's name in snake case. */
export interface Column<Type> {
  sql: string | undefined;
  /** Never set: it only has the type of the field. */
  type?: Type;
}

/** The columns of a table or a named subquery, by field. */
export type Columns = Record<string, Column<unknown>>;

/** A row with the fields of these columns. */
export type RowOf<Table extends Columns> = { [Field in keyof Table]: Exclude<Table[Field]['type'], undefined> };

export const column = <Type>(sql?: string): Column<Type> => ({ sql });

/** Returns what stands after SELECT: each column under its field's name. */
export const selectList = (columns: Columns): string =>
  Object.entries(columns)
    .map(([field, { sql = toSnakeCase(field) }]) => `${sql} AS "${field}"`)
    .join(', ');

const toSnakeCase = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
