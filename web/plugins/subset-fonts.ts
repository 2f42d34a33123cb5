import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The characters of the site's own texts. Browsers fetch the full font only for other characters. */
const LETTERS = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 0x20 + index))} ©·é¼½¾×–—‘’“”…″−`;

interface Subset {
  /** Path of the font file in its @fontsource package. */
  from: string;
  /** Ranges of the font's axes that the site uses, or the single value. */
  axes: Record<string, number | { min: number; max: number }>;
}

/**
 * Writes font subsets into a folder that the styles refer to. Most glyphs and axes of the full fonts are never used
 * here.
 */
export const subsetFonts = (folder: URL, subsets: Record<string, Subset>): Plugin => ({
  name: 'subset-fonts',
  async buildStart() {
    const { resolve } = createRequire(import.meta.url);
    mkdirSync(folder, { recursive: true });
    for (const [name, { from, axes }] of Object.entries(subsets)) {
      const whole = readFileSync(resolve(from));
      const small = await subsetFont(whole, LETTERS, { targetFormat: 'woff2', variationAxes: axes });
      writeFileSync(new URL(`${name}.woff2`, folder), small);
    }
  },
});
