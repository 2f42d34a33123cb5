import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { TrackingImport } from '@geodes/contracts';
import { readCsvUpload } from './read-upload.js';
import { TrackingImports } from './tracking-imports.js';

/** Imports tracking numbers from a CSV file, for the owner. */
@Controller('api/admin/orders/tracking')
export class TrackingImportsController {
  constructor(private readonly imports: TrackingImports) {}

  @Post('check')
  @HttpCode(200)
  @RouteConfig({ multipart: true })
  async check(@Req() request: FastifyRequest): Promise<TrackingImport> {
    return this.imports.check((await readCsvUpload(request)).file);
  }

  @Post()
  @HttpCode(200)
  @RouteConfig({ multipart: true })
  async run(@Req() request: FastifyRequest): Promise<TrackingImport> {
    return this.imports.run((await readCsvUpload(request)).file);
  }
}
