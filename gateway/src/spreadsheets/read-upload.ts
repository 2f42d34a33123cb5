import { buffer } from 'node:stream/consumers';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '@geodes/kit';
import { readUploadedFile, uploadAborted } from '../http/request-body.js';
import { unreadable } from './read-table.js';

/** About 1,000 geodes. */
const MAX_FILE_BYTES = 1024 * 1024;

/** Reads the CSV file of a form. Throws BAD_REQUEST without a file, TOO_LARGE over 1 MB. */
export const readCsvUpload = async (
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
