import { DataSource } from 'typeorm';
import { catalogDatabase } from '@geodes/catalog/dist/data-source.js';
import type { GeodeCounts } from '@geodes/catalog/dist/geodes/geode-counts.js';
import { Geode } from '@geodes/catalog/dist/geodes/geode.entity.js';
import { GeodeLists } from '@geodes/catalog/dist/geodes/geode-lists.js';

/** Does something with catalog's own lists as they are where the database counts. */
export const withListsOfDatabase = async <Result>(
  url: string,
  work: (lists: GeodeLists) => Promise<Result>,
): Promise<Result> => {
  const source = await new DataSource(catalogDatabase(url)).initialize();
  const nothing: Pick<GeodeCounts, 'count'> = { count: () => Promise.resolve(null) };
  try {
    return await work(new GeodeLists(source.getRepository(Geode), nothing as GeodeCounts));
  } finally {
    await source.destroy();
  }
};
