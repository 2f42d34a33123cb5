import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { UsedPictures } from '@geodes/contracts';
import { Picture } from './picture.entity.js';
import { pictureId } from './variant-choice.js';

/** Says which of these pictures the shop has. */
@Injectable()
export class KnownPictures {
  constructor(private readonly database: DataSource) {}

  /** A name is what follows `/objects/`. */
  async among({ names }: UsedPictures): Promise<{ known: string[] }> {
    const ids = names.flatMap((name) => pictureId(name) ?? []);
    if (ids.length === 0) return { known: [] };
    const found = await this.database
      .getRepository(Picture)
      .find({ select: { objectPath: true }, where: { id: In(ids) } });
    const paths = new Set(found.map(({ objectPath }) => objectPath));
    return { known: names.filter((name) => paths.has(`/objects/${name}`)) };
  }
}
