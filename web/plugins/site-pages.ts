import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type PluginOption } from 'vite';

interface Rendered {
  sitePages: () => Promise<unknown>;
}

/** Modules that begin to listen to the window as they are loaded find one that never says anything. */
const inQuietWindow = async <T>(load: () => Promise<T>): Promise<T> => {
  const nothing = () => undefined;
  const quiet = { addEventListener: nothing, removeEventListener: nothing };
  Object.assign(globalThis, { window: { ...quiet, matchMedia: () => ({ ...quiet, matches: false }) } });
  try {
    return await load();
  } finally {
    Reflect.deleteProperty(globalThis, 'window');
  }
};

/**
 * Renders the site's pages for readers without script, with a second build of the same sources for Node, and leaves them in
 * site-pages.json for the gateway. `plugins` are those that shape the sources: class names must come out the same.
 */
export const sitePages = (entry: string, plugins: () => PluginOption[]): Plugin => {
  let root = '.';
  let folder = 'dist';
  return {
    name: 'site-pages',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        // Within the project, so that its packages are found.
        const outDir = join(root, 'node_modules', '.site-pages', String(process.pid));
        await mkdir(outDir, { recursive: true });
        try {
          await build({
            configFile: false,
            root,
            logLevel: 'warn',
            plugins: plugins(),
            build: {
              ssr: entry,
              outDir,
              emptyOutDir: true,
              copyPublicDir: false,
              assetsInlineLimit: 0,
              rolldownOptions: { output: { entryFileNames: 'entry.js' } },
            },
          });
          const entryFile = pathToFileURL(join(outDir, 'entry.js')).href;
          const { sitePages } = (await inQuietWindow(() => import(entryFile))) as Rendered;
          await writeFile(join(folder, 'site-pages.json'), JSON.stringify(await sitePages()));
        } finally {
          await rm(outDir, { recursive: true, force: true });
        }
      },
    },
  };
};
