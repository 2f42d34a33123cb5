/**
 * PostgreSQL's clock in our hand. With `public` before `pg_catalog` in the search path, every `now()` that a service or
 * a migration writes is ours, column defaults included. CURRENT_TIMESTAMP is no function and cannot be replaced so:
 * the gate writes `now()` in its place. The sequence is no table: its value is seen by everybody at once and by no
 * snapshot. Ids that PostgreSQL makes are counted, so that the same seed makes the same ones.
 */
export const VIRTUAL_TIME = `
  CREATE SEQUENCE virtual_clock MINVALUE 0;
  CREATE SEQUENCE virtual_ids;
  CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT to_timestamp(last_value / 1000.0) FROM public.virtual_clock';
  CREATE FUNCTION public.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT to_timestamp(last_value / 1000.0) FROM public.virtual_clock';
  CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT to_timestamp(last_value / 1000.0) FROM public.virtual_clock';
  CREATE FUNCTION public.gen_random_uuid() RETURNS uuid LANGUAGE sql VOLATILE
    AS 'SELECT md5(nextval(''public.virtual_ids'')::text)::uuid'`;

export const searchPath = (database: string): string =>
  `ALTER DATABASE ${database} SET search_path = public, pg_catalog`;
