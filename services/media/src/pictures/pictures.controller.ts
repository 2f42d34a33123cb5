import { Controller, Injectable } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { DataSource, type FindOptionsSelect, In } from 'typeorm';
import {
  IngestImage,
  type LocatedPicture,
  LocatePicture,
  type Picture as PictureReply,
  UsedPictures,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { IngestService } from './ingest.service.js';
import { Picture, pictureId, pictureName } from './picture.entity.js';
import { VariantService } from './variant.service.js';

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

@Controller()
export class PicturesController {
  constructor(
    private readonly ingests: IngestService,
    private readonly variants: VariantService,
    private readonly pictures: KnownPictures,
  ) {}

  @Handles('media.ingest')
  ingest(@Payload() command: IngestImage): Promise<PictureReply> {
    return this.ingests.ingest(command);
  }

  @Handles('media.locate')
  locate(@Payload() query: LocatePicture): Promise<LocatedPicture> {
    return this.variants.locate(query);
  }

  @Handles('media.known-pictures')
  knownPictures(@Payload() query: UsedPictures): Promise<{ known: string[] }> {
    return this.pictures.findKnown(query);
  }

  @Handles('media.placeholders')
  placeholders(@Payload() query: UsedPictures): Promise<{ placeholders: Record<string, string> }> {
    return this.pictures.placeholders(query);
  }
}
