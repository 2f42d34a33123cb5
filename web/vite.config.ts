import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { deferScripts } from './plugins/defer-scripts.js';
import { precompress } from './plugins/precompress.js';
import { subsetFonts } from './plugins/subset-fonts.js';

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080';

/** Prepends the order of the cascade layers to each stylesheet, so that the order in the bundle does not matter. */
const layerOrder = (...layers: string[]): Plugin => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) => ({ code: `@layer ${layers.join(', ')};\n${code}`, map: null }),
  },
});

/** They shape the sources: class names come out the same in both builds. */
const shaping = () => [layerOrder('base', 'ui', 'feature'), react()];

/** What browsers are sent. */
const site = defineConfig({
  plugins: [
    ...shaping(),
    subsetFonts(new URL('.fonts/', import.meta.url), {
      'fraunces-upright': {
        from: '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
        axes: { wght: { min: 340, max: 480 } },
      },
      'fraunces-slanted': {
        from: '@fontsource-variable/fraunces/files/fraunces-latin-opsz-italic.woff2',
        axes: { wght: { min: 380, max: 420 }, opsz: 24 },
      },
      'inter-upright': {
        from: '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2',
        axes: { wght: { min: 400, max: 600 }, opsz: 14 },
      },
    }),
    deferScripts('src/start.ts'),
    precompress(),
  ],
  build: {
    outDir: 'dist/public',
    manifest: 'manifest.json',
    // One small file: what opens later has its looks at once.
    cssCodeSplit: false,
    // A data: URL would need a wider Content-Security-Policy than files from this origin.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What the first view needs comes in two files, not in a dozen that other chunks happen to share.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 1 },
            { name: 'site', tags: ['$initial'], test: /^(?!.*\/src\/start\.ts$)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': gateway, '/objects': gateway } },
});

/** What the gateway renders pages with: the same components, with everything they need in it. */
const server = defineConfig({
  plugins: shaping(),
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    outDir: 'dist/server',
    copyPublicDir: false,
    assetsInlineLimit: 0,
    minify: true,
    rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: 'assets/[name]-[hash].mjs' } },
    reportCompressedSize: false,
  },
});

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? server : site));
