import { randomFillSync } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { placeholderOf } from './encode.js';

const WIDTH = 80;
const HEIGHT = 100;
const rgb = (color: string): Sharp =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: color } });
const jpeg = (picture: Sharp): Promise<Buffer> => picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
const bytesOf = (placeholder: string): Buffer => Buffer.from(placeholder.split(',')[1] ?? '', 'base64');

describe('a placeholder', () => {
  it('shows the colours of the geode in the right places', async () => {
    // honey calcite in grey quartz, as narrow as two pixels of the placeholder
    const stripe = { create: { width: 20, height: HEIGHT, channels: 3 as const, background: '#d9921e' } };
    const picture = rgb('#8d8f94').composite([{ input: stripe, left: 30, top: 0 }]);
    const { data, info } = await sharp(bytesOf(await placeholderOf(await jpeg(picture))))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([8, 10]);
    const at = (x: number) => [...data.subarray(5 * 8 * 3 + x * 3, 5 * 8 * 3 + x * 3 + 3)];
    const off = (found: number[], wanted: number[]) =>
      Math.max(...found.map((value, i) => Math.abs(value - (wanted[i] ?? 0))));
    expect(off(at(0), [0x8d, 0x8f, 0x94])).toBeLessThan(8);
    expect(off(at(3), [0xd9, 0x92, 0x1e])).toBeLessThan(24);
    expect(off(at(7), [0x8d, 0x8f, 0x94])).toBeLessThan(8);
  });

  it('has at most 400 characters', async () => {
    const noise = randomFillSync(Buffer.alloc(WIDTH * HEIGHT * 3));
    const picture = sharp(noise, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
    expect((await placeholderOf(await jpeg(picture))).length).toBeLessThanOrEqual(400);
  });
});
