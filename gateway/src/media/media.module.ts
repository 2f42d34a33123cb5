import { Module } from '@nestjs/common';
import { PicturesController } from './pictures.controller.js';
import { Pictures } from './pictures.js';
import { Placeholders } from './placeholders.js';
import { Uploads } from './uploads.js';

@Module({
  controllers: [PicturesController],
  providers: [Pictures, Uploads, Placeholders],
  exports: [Placeholders],
})
export class MediaModule {}
