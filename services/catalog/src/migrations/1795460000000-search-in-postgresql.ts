import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Characters such as ½, as the text that stands for them. */
const VULGAR_FRACTIONS = Object.entries({
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
});

/** A fraction with or without a whole number before it, or a decimal. */
const NUMBER = '((?:([0-9]+)[ -]+)?([0-9]+)/([0-9]+)|[0-9]+(?:[.][0-9]+)?|[.][0-9]+)';

/** Lower-case letters that Unicode does not split into a plain letter and a mark. */
const PLAIN_LETTERS = Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' });

const replacing = (pairs: [string, string][], text: string): string =>
  pairs.reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, text);

/**
 * PostgreSQL generates what lists are filtered and searched by, and counts them. The collation und-x-icu gives every database
 * the same upper and lower case, whatever its locale. Indexes name a generated flag instead of the counters of units, so
 * that a hold or a reservation, which leaves the flag as it is, is a heap-only update.
 *
 * Not for a rolling update: the version before writes `search` and `size_inches` itself and reads `geode_change`.
 */
export class SearchInPostgresql1795460000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // a database of an earlier version has them
    await runner.query(`
      DROP TRIGGER IF EXISTS geode_changes ON geode;
      DROP TRIGGER IF EXISTS geode_comes_or_goes ON geode;
      DROP FUNCTION IF EXISTS log_geode_change;
      DROP TABLE IF EXISTS geode_change;
    `);
    await this.createFunctions(runner);
    await runner.query(`
      DROP INDEX geode_unsold_by_age, geode_unsold_by_price, geode_unsold_by_id, geode_unsold_by_time_on_sale,
        geode_unsold_filtered, geode_unsold_search, geode_featured_by_age;
      ALTER TABLE geode SET (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
      ALTER TABLE geode
        DROP COLUMN size_inches,
        DROP COLUMN search,
        ADD COLUMN is_unsold boolean NOT NULL GENERATED ALWAYS AS (units_available + units_reserved > 0) STORED,
        ADD COLUMN size_inches double precision GENERATED ALWAYS AS (size_in_inches(size)) STORED,
        ADD COLUMN crystal_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower_case(crystal_type)) STORED,
        ADD COLUMN location_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower_case(location)) STORED,
        ADD COLUMN search tsvector NOT NULL GENERATED ALWAYS AS (
          array_to_tsvector(search_words(title || ' ' || description || ' ' || location || ' ' || crystal_type))) STORED;
      CREATE INDEX geode_unsold_by_age ON geode (created_at, id) WHERE is_unsold;
      CREATE INDEX geode_unsold_by_price ON geode (price_cents, id, size_inches, crystal_key, category, location_key)
        WHERE is_unsold;
      CREATE INDEX geode_unsold_by_crystal ON geode (crystal_key, price_cents, size_inches, category, location_key, id)
        WHERE is_unsold;
      CREATE INDEX geode_unsold_search ON geode USING gin (search) WITH (fastupdate = off) WHERE is_unsold;
      CREATE INDEX geode_featured_by_age ON geode (created_at, id) WHERE is_featured AND is_unsold;
      ANALYZE geode;
    `);
  }

  private async createFunctions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION lower_case(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN lower(value COLLATE "und-x-icu");

      -- The largest number in a text, null if there is none: '4 x 3 inches' is 4, '3 1/2"' is 3.5.
      CREATE FUNCTION size_in_inches(size text) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      BEGIN ATOMIC
        SELECT max(CASE
            WHEN n[4] IS NULL THEN n[1]::double precision
            WHEN n[4]::double precision = 0 THEN greatest(n[2]::double precision, n[3]::double precision)
            ELSE coalesce(n[2]::double precision, 0) + n[3]::double precision / n[4]::double precision
          END)
          FROM regexp_matches(
            ${replacing([...VULGAR_FRACTIONS.map(([from, to]): [string, string] => [from, ` ${to}`]), ['⁄', '/']], 'size')},
            '${NUMBER}', 'g') AS n
         -- a longer one is too large to be a number
         WHERE length(n[1]) <= 300;
      END;

      -- The words of a text without case and accents. PostgreSQL refuses lexemes of more than 2,046 bytes.
      CREATE FUNCTION search_words(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      BEGIN ATOMIC
        SELECT coalesce(array_agg(left(word, 64)), '{}')
          FROM regexp_split_to_table(${replacing(
            PLAIN_LETTERS,
            `translate(lower(regexp_replace(normalize(value, NFKD), '[\\u0300-\\u036f\\u3099\\u309a]', '', 'g') COLLATE "und-x-icu"), 'øđðłı', 'oddli')`,
          )}, '[^[:alnum:]]+') AS word
         WHERE word <> '';
      END;

      -- Finds texts in which every word of the value begins a word; null if the value has no word.
      CREATE FUNCTION search_query(value text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      BEGIN ATOMIC
        SELECT string_agg('''' || word || ''':*', ' & ')::tsquery FROM unnest(search_words(value)) AS word;
      END;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX geode_unsold_by_age, geode_unsold_by_price, geode_unsold_by_crystal, geode_unsold_search,
        geode_featured_by_age;
      ALTER TABLE geode ALTER COLUMN size_inches DROP EXPRESSION, ALTER COLUMN search DROP EXPRESSION,
        DROP COLUMN is_unsold, DROP COLUMN crystal_key, DROP COLUMN location_key;
      ALTER TABLE geode RESET (fillfactor, autovacuum_vacuum_scale_factor);
      DROP FUNCTION search_query, search_words, size_in_inches, lower_case;
      CREATE INDEX geode_unsold_by_age ON geode (created_at, id) WHERE units_available + units_reserved > 0;
      CREATE INDEX geode_unsold_by_price ON geode (price_cents, id) WHERE units_available + units_reserved > 0;
      CREATE INDEX geode_unsold_by_id ON geode (id) WHERE units_available + units_reserved > 0;
      CREATE INDEX geode_unsold_by_time_on_sale ON geode (on_sale_since, id) WHERE units_available + units_reserved > 0;
      CREATE INDEX geode_unsold_filtered ON geode (price_cents, size_inches, category, crystal_type, location)
        WHERE units_available + units_reserved > 0;
      CREATE INDEX geode_unsold_search ON geode USING gin (search) WHERE units_available + units_reserved > 0;
      CREATE INDEX geode_featured_by_age ON geode (created_at, id)
        WHERE is_featured AND units_available + units_reserved > 0;
    `);
  }
}
