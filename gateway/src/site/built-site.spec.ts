import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuiltSite } from './built-site.js';

describe('the built site', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'geodes-site-'));
    mkdirSync(join(folder, 'public'));
    mkdirSync(join(folder, 'server'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const writeSite = (html: string): void => {
    writeFileSync(join(folder, 'public/index.html'), html);
    writeFileSync(join(folder, 'server/render.mjs'), 'export const site = { prepare: async () => undefined };');
  };

  it('puts a head and a page into index.html', async () => {
    writeSite('<head><!--head--></head><body><div id="root"><!--body--></div></body>');
    const site = await BuiltSite.load({ WEB_ROOT: folder });
    expect(site.document('<title>$&</title>', '<p>$1</p>')).toBe(
      '<head><title>$&</title></head><body><div id="root"><div id="plain"><p>$1</p></div></div></body>',
    );
  });

  it('does not load without the code that renders its pages', async () => {
    await expect(BuiltSite.load({ WEB_ROOT: folder })).rejects.toThrow('build it first');
  });

  it('does not load if index.html has no place for a head', async () => {
    writeSite('<head></head><body><!--body--></body>');
    await expect(BuiltSite.load({ WEB_ROOT: folder })).rejects.toThrow('build it first');
  });
});
