import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import { RouteConfig } from '@nestjs/platform-fastify';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImportCheck, ImportResult } from '@geodes/contracts';
import { badRequest, Bus } from '@geodes/kit';
import { IdempotencyKey } from '../http/request-params.js';
import { ResponseCache } from '../http/response-cache.js';
import { toCsv } from './csv.js';
import { type ChosenPictures, parseChosenPictures } from './chosen-pictures.js';
import { unreadable } from './read-table.js';
import { readCsvUpload } from './read-upload.js';
import { GeodeImports } from './geode-imports.js';
import { fieldColumns } from './geode-columns.js';
import { exampleGeodes } from './example-geodes.js';

/** The names of about 8,000 pictures. */
const MAX_NAMES_BYTES = 1024 * 1024;

/** Imports geodes from a CSV file, for the owner. */
@Controller('api/admin/geodes/import')
export class ImportsController {
  constructor(
    private readonly imports: GeodeImports,
    private readonly bus: Bus,
    private readonly cache: ResponseCache,
  ) {}

  @Post('check')
  @HttpCode(200)
  @RouteConfig({ multipart: true })
  async check(@IdempotencyKey() key: string | undefined, @Req() request: FastifyRequest): Promise<ImportCheck> {
    const importId = parseImportId(key);
    const { file, chosen } = await readImport(request);
    return this.imports.check(file, chosen, importId);
  }

  @Post()
  @RouteConfig({ multipart: true })
  async run(@IdempotencyKey() key: string | undefined, @Req() request: FastifyRequest): Promise<ImportResult> {
    const importId = parseImportId(key);
    const { file, chosen } = await readImport(request);
    return this.cache.clearAfter(this.imports.run(file, chosen, importId));
  }

  /** An example file for the owner to edit. */
  @Get('sample.csv')
  async sample(@Res() reply: FastifyReply): Promise<void> {
    const { geodes } = await this.bus.call('catalog.list-inventory', { page: 1, limit: 20 });
    void reply.type('text/csv; charset=utf-8');
    void reply.header('Content-Disposition', 'attachment; filename="midwest-geodes-sample.csv"');
    void reply.send(toCsv(fieldColumns, exampleGeodes(geodes)));
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
