import { Module } from '@nestjs/common';
import { ObjectsController } from './objects.controller.js';
import { Pictures } from './pictures.js';
import { Placeholders } from './placeholders.js';
import { UploadsController } from './uploads.controller.js';
import { Uploads } from './uploads.js';

@Module({
  controllers: [ObjectsController, UploadsController],
  providers: [Pictures, Uploads, Placeholders],
  exports: [Placeholders],
})
export class MediaModule {}
