import { Module } from '@nestjs/common';
import { ObjectsController } from './objects.controller.js';
import { Pictures } from './pictures.js';
import { UploadsController } from './uploads.controller.js';
import { Uploads } from './uploads.js';

@Module({ controllers: [ObjectsController, UploadsController], providers: [Pictures, Uploads] })
export class MediaModule {}
