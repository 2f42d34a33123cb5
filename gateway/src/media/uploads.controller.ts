import { Controller, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { Upload } from '@geodes/contracts';
import { Uploads } from './uploads.js';

/** The owner's pictures come in. The session is checked before a request gets here. */
@Controller('api/objects')
export class UploadsController {
  constructor(private readonly uploads: Uploads) {}

  @Post('upload')
  @RouteConfig({ multipart: true })
  upload(@Req() request: FastifyRequest): Promise<Upload> {
    return this.uploads.take(request);
  }
}
