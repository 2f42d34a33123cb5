import { Injectable } from '@nestjs/common';
import { DataSource, type FindOptionsSelect, In } from 'typeorm';
import type { UsedPictures } from '@geodes/contracts';
import { Picture, pictureId, pictureName } from './picture.entity.js';

/** Looks up pictures by name. A name is what follows `/objects/`. */
@Injectable()
export class KnownPictures {
  constructor(private readonly database: DataSource) {}

  /** Returns the names of pictures that exist. */
  async findKnown({ names }: UsedPictures): Promise<{ known: string[] }> {
    const paths = new Set((await this.findByName(names, { objectPath: true })).map(({ objectPath }) => objectPath));
    return { known: names.filter((name) => paths.has(`/objects/${name}`)) };
  }

  async placeholders({ names }: UsedPictures): Promise<{ placeholders: Record<string, string> }> {
    const found = await this.findByName(names, { objectPath: true, placeholder: true });
    return {
      placeholders: Object.fromEntries(
        found.map(({ objectPath, placeholder }) => [pictureName(objectPath), placeholder]),
      ),
    };
  }

  private async findByName(names: string[], select: FindOptionsSelect<Picture>): Promise<Picture[]> {
    const ids = names.flatMap((name) => pictureId(name) ?? []);
    return ids.length === 0 ? [] : this.database.getRepository(Picture).find({ select, where: { id: In(ids) } });
  }
}
