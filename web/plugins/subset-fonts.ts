import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** What this shop writes in. Other letters come from the whole font, which is fetched only where there are any. */
const LETTERS = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 0x20 + index))} ©·é¼½¾×–—‘’“”…″−`;

export interface Subset {
  /** As @fontsource packs it. */
  from: string;
  /** Ranges of the font's axes that the site uses; one value where it uses no other. */
  axes: Record<string, number | { min: number; max: number }>;
}

/** Makes small fonts in a folder that the styles refer to: most of a font is letters and shapes that nobody sees here. */
export const subsetFonts = (folder: URL, subsets: Record<string, Subset>): Plugin => ({
  name: 'subset-fonts',
  async buildStart() {
    const { resolve } = createRequire(import.meta.url);
    mkdirSync(folder, { recursive: true });
    for (const [name, { from, axes }] of Object.entries(subsets)) {
      const whole = readFileSync(resolve(from));
      const small = await subsetFont(whole, LETTERS, { targetFormat: 'woff2', variationAxes: axes });
      writeFileSync(fileURLToPath(new URL(`${name}.woff2`, folder)), small);
    }
  },
});
