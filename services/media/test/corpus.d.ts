import { type Sharp } from 'sharp';
/** A picture with something to see on each side: left red, right blue, a bright bar at the top. */
export declare const picture: (width?: number, height?: number) => Sharp;
export declare const FORMATS: readonly ['jpeg', 'png', 'webp', 'avif', 'gif'];
export declare const encoded: (format: (typeof FORMATS)[number]) => Promise<Buffer<ArrayBuffer>>;
export declare const html: () => Buffer<ArrayBuffer>;
export declare const svg: () => Buffer<ArrayBuffer>;
export declare const followedByPage: (image: Buffer) => Buffer<ArrayBuffer>;
/** A few kilobytes that unfold to 900 megapixels. */
export declare const decompressionBomb: () => Buffer<ArrayBuffer>;
/** Says 40 × 40 and holds one row; every chunk is in order. */
export declare const missingRows: () => Buffer<ArrayBuffer>;
/** A page in a comment of the picture: nothing stands behind its end. */
export declare const pageInComment: () => Promise<Buffer<ArrayBuffer>>;
export declare const withGps: (image: Sharp) => Promise<Buffer<ArrayBuffer>>;
