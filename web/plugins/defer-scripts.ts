import type { Plugin } from 'vite';

const NAME = 'start';
/** The scripts of the site, and the links that fetch what they import. */
const SCRIPTS = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g;

/**
 * What the page shows at first stands in its HTML: styles, fonts and the large picture have the connection to themselves, and
 * the site's scripts wait in a template until `entry`, a small script of its own, takes them out of it.
 */
export const afterFirstPaint = (entry: string): Plugin => ({
  name: 'after-first-paint',
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
