import { type Leftover, type PidFiles, SERVER_NAMES } from '@geodes/servers';

const SERVICE_LIMIT_MS = 4000;
const SERVER_LIMIT_MS = 5000;

/**
 * Ends, in the order of an ordinary stop, what a killed supervisor left running on this data folder.
 * Returns the names.
 */
export async function endLeftovers(pidFiles: PidFiles): Promise<string[]> {
  const found = pidFiles.leftovers();
  const isServer = ({ name }: Leftover) => SERVER_NAMES.some((server) => server === name);
  const isFront = ({ name }: Leftover) => name.startsWith('gateway');
  const rest = found.filter((leftover) => !isServer(leftover) && !isFront(leftover));
  for (const group of [found.filter(isFront), rest])
    await Promise.all(group.map((leftover) => pidFiles.end(leftover, 'SIGTERM', SERVICE_LIMIT_MS)));
  await Promise.all(
    found
      .filter(isServer)
      .map((leftover) => pidFiles.end(leftover, leftover.name === 'postgres' ? 'SIGINT' : 'SIGTERM', SERVER_LIMIT_MS)),
  );
  return found.map(({ name }) => name);
}
