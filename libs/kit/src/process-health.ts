import { readFileSync } from 'node:fs';
import type { ProcessHealth } from '@geodes/contracts';
import { failingCheck, type HealthCheck } from './health.js';

const startedAt = new Date(Date.now() - performance.now()).toISOString();

/** All packages of the workspace have the same version. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Reports version, start and checks of this process, without notices. Each check takes at most 3 s. Never throws. */
export const processHealth = async (all: readonly HealthCheck[]): Promise<ProcessHealth> => {
  const checks = all.filter(({ isNotice }) => !isNotice);
  const failing = await Promise.all(checks.map(failingCheck));
  return {
    version,
    startedAt,
    checks: checks.map(({ name }, index) => ({ name, isWell: failing[index] === undefined })),
  };
};
