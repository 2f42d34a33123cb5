import type { Plugin } from 'vite';

/** Writes the order of the cascade layers before each stylesheet: whichever comes first in the bundle, it counts. */
export const layerOrder = (...layers: string[]): Plugin => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) => ({ code: `@layer ${layers.join(', ')};\n${code}`, map: null }),
  },
});
