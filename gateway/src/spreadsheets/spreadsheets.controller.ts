import { buffer } from 'node:stream/consumers';
import type { MultipartFile } from '@fastify/multipart';
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImportCheck, ImportResult, TrackingImport } from '@geodes/contracts';
import { AppError, badRequest, Bus } from '@geodes/kit';
import { readUploadedFile, uploadAborted } from '../http/request-body.js';
import { IdempotencyKey } from '../http/request-params.js';
import { ResponseCache } from '../http/response-cache.js';
import { type ChosenPictures, parseChosenPictures } from './chosen-pictures.js';
import { toCsv } from './csv.js';
import { Exports } from './exports.js';
import { exampleGeodes, fieldColumns } from './geode-columns.js';
import { GeodeImports } from './geode-imports.js';
import { unreadable } from './read-table.js';
import { TrackingImports } from './tracking-imports.js';

/** About 1,000 geodes. */
const MAX_FILE_BYTES = 1024 * 1024;

/** Reads the CSV file of a form. Throws BAD_REQUEST without a file, TOO_LARGE over 1 MB. */
const readCsvUpload = async (
  request: FastifyRequest,
  maxFieldBytes?: number,
): Promise<{ upload: MultipartFile; file: Buffer }> => {
  const upload = await readUploadedFile(request, MAX_FILE_BYTES, maxFieldBytes);
  if (!upload) throw unreadable('Please choose a CSV file.');
  const file = await buffer(upload.file).catch((error: unknown) => {
    throw uploadAborted(error);
  });
  if (upload.file.truncated) throw new AppError('TOO_LARGE', 'The file must be smaller than 1 MB. Please split it.');
  return { upload, file };
};

/** The names of about 8,000 pictures. */
const MAX_NAMES_BYTES = 1024 * 1024;

/** The owner's CSV files: exports of orders and geodes, imports of geodes and tracking numbers. */
@Controller('api/admin')
export class SpreadsheetsController {
  constructor(
    private readonly exports: Exports,
    private readonly geodes: GeodeImports,
    private readonly tracking: TrackingImports,
    private readonly bus: Bus,
    private readonly cache: ResponseCache,
  ) {}

  /** Has names and postal addresses. */
  @Get('orders.csv')
  @RouteConfig({ needsProof: true })
  exportOrders(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.exports.sendOrders(request, reply);
  }

  @Get('geodes.csv')
  exportInventory(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.exports.sendInventory(request, reply);
  }

  @Post('geodes/import/check')
  @HttpCode(200)
  @RouteConfig({ multipart: true })
  async checkGeodes(@IdempotencyKey() key: string | undefined, @Req() request: FastifyRequest): Promise<ImportCheck> {
    const importId = parseImportId(key);
    const { file, chosen } = await readImport(request);
    return this.geodes.check(file, chosen, importId);
  }

  @Post('geodes/import')
  @RouteConfig({ multipart: true })
  async importGeodes(@IdempotencyKey() key: string | undefined, @Req() request: FastifyRequest): Promise<ImportResult> {
    const importId = parseImportId(key);
    const { file, chosen } = await readImport(request);
    return this.cache.clearAfter(this.geodes.run(file, chosen, importId));
  }

  /** An example file for the owner to edit. */
  @Get('geodes/import/sample.csv')
  async sample(@Res() reply: FastifyReply): Promise<void> {
    const { geodes } = await this.bus.call('catalog.list-inventory', { page: 1, limit: 20 });
    void reply.type('text/csv; charset=utf-8');
    void reply.header('Content-Disposition', 'attachment; filename="midwest-geodes-sample.csv"');
    void reply.send(toCsv(fieldColumns, exampleGeodes(geodes)));
  }

  @Post('orders/tracking/check')
  @HttpCode(200)
  @RouteConfig({ multipart: true })
  async checkTracking(@Req() request: FastifyRequest): Promise<TrackingImport> {
    return this.tracking.check((await readCsvUpload(request)).file);
  }

  @Post('orders/tracking')
  @HttpCode(200)
  @RouteConfig({ multipart: true })
  async importTracking(@Req() request: FastifyRequest): Promise<TrackingImport> {
    return this.tracking.run((await readCsvUpload(request)).file);
  }
}

/** Throws BAD_REQUEST. */
const parseImportId = (key: string | undefined): string => {
  if (key && isUUID(key)) return key.toLowerCase();
  throw badRequest({ field: 'Idempotency-Key', reason: 'Idempotency-Key must be a UUID.' });
};

const readImport = async (request: FastifyRequest): Promise<{ file: Buffer; chosen: ChosenPictures }> => {
  const { upload, file } = await readCsvUpload(request, MAX_NAMES_BYTES);
  return { file, chosen: parseChosenPictures(textField(upload, 'pictures')) };
};

/** Reads a text field of the form; undefined without it. Throws BAD_REQUEST for a truncated one. */
const textField = ({ fields }: MultipartFile, name: string): string | undefined => {
  const field = fields[name];
  if (field === undefined) return undefined;
  if (Array.isArray(field) || field.type !== 'field') return '';
  if (field.valueTruncated) throw unreadable('There are too many pictures for one import. Please split it.');
  return String(field.value);
};
