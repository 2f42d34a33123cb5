import type { Plugin } from 'vite';

const NAME = 'start';
/** The site's scripts and the preload links of their imports. */
const SCRIPTS = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g;

/**
 * Moves the site's scripts into a template, which the small script `entry` inserts after the first paint. Until then
 * styles, fonts and the largest picture have the connection to themselves.
 */
export const deferScripts = (entry: string): Plugin => ({
  name: 'defer-scripts',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: entry, name: NAME });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const start = Object.values(bundle ?? {}).find((output) => output.type === 'chunk' && output.name === NAME);
      const scripts = html.match(SCRIPTS);
      if (!start || !scripts) throw new Error('index.html has no scripts that could wait.');
      return {
        html: html.replace(SCRIPTS, ''),
        tags: [
          {
            tag: 'script',
            attrs: { type: 'module', async: true, blocking: 'render', src: `/${start.fileName}` },
            injectTo: 'head',
          },
          { tag: 'template', attrs: { id: 'site' }, children: scripts.join(''), injectTo: 'head' },
        ],
      };
    },
  },
});
