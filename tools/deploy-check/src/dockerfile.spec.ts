import { existsSync, readdirSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { inWorkspace, readCompose, readText, servicesOf } from './deployment-files.js';

const text = readText('Dockerfile');
const problemsOf = (dockerfile: string): string[] =>
  validate(dockerfile, {}).map(({ range, message }) => `${range.start.line + 1}: ${message}`);

interface Stage {
  from: string;
  name: string;
  lines: string[];
}
const stages = text.split('\n').reduce<Stage[]>((all, line) => {
  const [, from, name] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? [];
  if (from && name) all.push({ from, name, lines: [] });
  else all.at(-1)?.lines.push(line);
  return all;
}, []);
const ignored = readText('.dockerignore').split('\n');
const images = stages.filter(({ from }) => from === 'runtime');
const projects = ['gateway', 'web', 'e2e', ...['libs', 'services', 'tools'].flatMap(foldersIn)];

describe('the Dockerfile', () => {
  it('has no mistakes', () => {
    expect(problemsOf(text)).toEqual([]);
  });

  it('fails the check with a misspelt instruction, flag or user', () => {
    expect(problemsOf(text.replace('WORKDIR', 'WORKDIRS'))).toHaveLength(1);
    expect(problemsOf(text.replace('--interval=5s', '--intervall=5s'))).toHaveLength(1);
    expect(problemsOf(text.replace('USER node', 'USER'))).toHaveLength(1);
  });

  it('has an image for every service that Compose builds, and no other', () => {
    const built = servicesOf(readCompose('docker-compose.yml')).flatMap(([, { build }]) =>
      build ? [build.target] : [],
    );
    expect(images.map(({ name }) => name).sort()).toEqual([...new Set(built)].sort());
  });

  it('runs every image as an unprivileged user', () => {
    expect(stages.find(({ name }) => name === 'runtime')?.lines).toContain('USER node');
    expect(images.filter(({ lines }) => lines.some((line) => line.startsWith('USER')))).toEqual([]);
  });

  it.each(images.map(({ name, lines }) => [name, lines.join('\n')]))(
    '%s has a health check and a command',
    (name, lines) => {
      const isStep = ['migrations', 'seed'].includes(name);
      expect(lines).toMatch(isStep ? /^HEALTHCHECK NONE$/m : /^HEALTHCHECK --interval/m);
      expect(lines).toMatch(/^CMD \["(gateway|services|tools|libs)\//m);
    },
  );

  it('gives the gateway the built site and its renderer', () => {
    expect(text).toMatch(/^FROM build AS gateway-files\n(.*\n)*?RUN .*cp -r web\/dist \/out\/web\/dist$/m);
  });

  it('includes every package.json and what it builds, and ignores what only the host runs', () => {
    const built = new Set(
      [...text.matchAll(/(?:-w|tsc -b) ((?:[\w/-]+ ?)+)/g)].flatMap(([, names = '']) => names.trim().split(' ')),
    );
    for (const name of projects) {
      const isIgnored = ignored.includes(`${name}/*`);
      expect([name, isIgnored && !ignored.includes(`!${name}/package.json`)]).toEqual([name, false]);
      expect([name, isIgnored]).toEqual([name, !built.has(name)]);
    }
  });
});

describe('tsconfig.build.json', () => {
  it('compiles every package but the site and its browser tests', () => {
    const { references } = JSON.parse(readText('tsconfig.build.json')) as { references: { path: string }[] };
    expect(references.map(({ path }) => path).sort()).toEqual(
      projects.filter((name) => name !== 'web' && name !== 'e2e').sort(),
    );
  });
});

function foldersIn(parent: string): string[] {
  const folders = readdirSync(inWorkspace(parent)).map((name) => `${parent}/${name}`);
  return folders.filter((folder) => existsSync(inWorkspace(`${folder}/package.json`)));
}
