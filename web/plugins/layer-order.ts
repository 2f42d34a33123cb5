import type { Plugin } from 'vite';

/** Prepends the order of the cascade layers to each stylesheet, so that the order in the bundle does not matter. */
export const layerOrder = (...layers: string[]): Plugin => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) => ({ code: `@layer ${layers.join(', ')};\n${code}`, map: null }),
  },
});
