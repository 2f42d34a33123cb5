// npm run sbom: writes sbom.cdx.json, the bill of materials of a release (CycloneDX): each package that an image contains or
// that the site is built from, with version, licence and checksum, as the lock file has them. gather.mjs writes one per image.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SHIPPED = [
  ...['gateway', 'web', 'libs/servers', 'services/catalog', 'services/orders', 'services/payments', 'services/media'],
  ...['tools/audit', 'tools/ops', 'tools/seed', 'tools/square-simulator', 'tools/mail-catcher', 'tools/start'],
];

/** Writes `into`/sbom.cdx.json with the packages of the projects. Reads the lock file only, so nothing is installed. */
export function writeSbom(into, projects) {
  const workspaces = projects.map((project) => `--workspace=${project}`);
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
  const text = execFileSync('npm', [...args, ...workspaces], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  writeFileSync(join(into, 'sbom.cdx.json'), text);
  return JSON.parse(text).components.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`sbom.cdx.json: ${writeSbom(root, SHIPPED)} packages\n`);
