import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, type EntityManager, Index, PrimaryColumn } from 'typeorm';
import type { ImportedGeode, ImportGeodes, ImportKey, ImportResult, PastImport } from '@geodes/contracts';
import { AppError, Bus, inTransaction, withRetry } from '@geodes/kit';
import type { Geode } from '../geodes/geode.entity.js';
import { newGeodeFields } from './geode-edits.js';
import { addGeodes } from './geode-inventory.js';

/** An import that ran, so that a repeat of it adds nothing. */
@Entity('geode_import')
export class GeodeImport {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'geode_import_pkey' })
  id!: string;

  /** SHA-256 of the file, hex. */
  @Index('geode_import_by_file')
  @Column('text')
  fingerprint!: string;

  /** Number of geodes added. */
  @Column('integer')
  created!: number;

  @Column('timestamp with time zone', { name: 'imported_at', precision: 3, default: () => 'now()' })
  importedAt!: Date;
}

/** Imports many geodes at once: all or none. */
@Injectable()
export class GeodeImports {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  /** Adds geodes, except those whose id exists. A repeated key adds nothing and returns the first result. */
  async run({ geodes, key }: ImportGeodes): Promise<ImportResult> {
    const rows = geodes.map(toRow);
    const { ids, created } = await inTransaction(this.database, async (manager) => {
      const earlier = key && (await this.claim(manager, key, rows.length));
      if (earlier) return { ids: [], created: earlier.created };
      // Only the owner's imports have a key; the demo catalogue has no history.
      const action = key ? 'imported' : null;
      const ids = await addGeodes(manager, rows, action);
      return { ids, created: ids.length };
    });
    if (ids.length > 0) this.bus.emit('catalog.changed', { ids });
    return { created };
  }

  /** Finds what an import with this key or this file added. Throws KEY_REUSED if the key was used for another file. */
  async findPast({ importId, fingerprint }: ImportKey): Promise<PastImport> {
    const imports = this.database.getRepository(GeodeImport);
    const same = await withRetry(() => imports.findOneBy({ id: importId }));
    if (same && same.fingerprint !== fingerprint) throw keyReused();
    const last = await withRetry(() => imports.findOne({ where: { fingerprint }, order: { importedAt: 'DESC' } }));
    return { created: same?.created ?? null, importedAt: last?.importedAt.toISOString() ?? null };
  }

  /** Records the import, or returns the earlier one. Concurrent repeats wait here until the first transaction ends. */
  private async claim(
    manager: EntityManager,
    { importId: id, fingerprint }: ImportKey,
    created: number,
  ): Promise<GeodeImport | null> {
    const insert = manager.createQueryBuilder().insert().into(GeodeImport).values({ id, fingerprint, created });
    const { raw } = await insert.orIgnore().returning('id').execute();
    if ((raw as unknown[]).length > 0) return null;
    const earlier = await manager.findOneByOrFail(GeodeImport, { id });
    if (earlier.fingerprint !== fingerprint) throw keyReused();
    return earlier;
  }
}

const toRow = (geode: ImportedGeode): Partial<Geode> => {
  const { id, origin, createdAt } = geode;
  const since = new Date(createdAt);
  return { ...newGeodeFields(geode), id, origin, createdAt: since, onSaleSince: since };
};

const keyReused = () => new AppError('KEY_REUSED', 'This import was carried out with another file.');
