import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { IngestImage, type LocatedPicture, LocatePicture, type Picture, UsedPictures } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { IngestService } from './ingest.service.js';
import { KnownPictures } from './known-pictures.js';
import { VariantService } from './variant.service.js';

@Controller()
export class PicturesController {
  constructor(
    private readonly ingests: IngestService,
    private readonly variants: VariantService,
    private readonly pictures: KnownPictures,
  ) {}

  @Handles('media.ingest')
  ingest(@Payload() command: IngestImage): Promise<Picture> {
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
