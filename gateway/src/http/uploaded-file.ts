import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '@geodes/kit';

const FORM = { files: 4, fields: 10, parts: 14 };
const FIELD_BYTES = 10_000;

/** An upload that did not come whole. */
export const broken = (cause: unknown): AppError =>
  Object.assign(new AppError('BAD_REQUEST', 'The upload broke off. Please try again.'), { cause });

/**
 * The part of a form that is named `file`; others are read past. A file longer than `most` bytes and a field longer than
 * `mostOfField` bytes are cut off, and say so. Undefined without such a part; throws BAD_REQUEST for a form that cannot be
 * read.
 */
export const readUploadedFile = async (
  request: FastifyRequest,
  most: number,
  mostOfField = FIELD_BYTES,
): Promise<MultipartFile | undefined> => {
  if (!request.isMultipart()) return undefined;
  try {
    const parts = request.files({
      limits: { ...FORM, fileSize: most, fieldSize: mostOfField },
      throwFileSizeLimit: false,
    });
    for (let part = await parts.next(); !part.done; part = await parts.next()) {
      if (part.value.fieldname === 'file') return part.value;
      part.value.file.resume();
    }
    return undefined;
  } catch (error) {
    throw broken(error);
  }
};
