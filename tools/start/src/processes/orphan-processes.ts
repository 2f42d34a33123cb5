import { type OrphanProcess, type PidFiles, SERVER_NAMES } from '@geodes/servers';

const SERVICE_TIMEOUT_MS = 4000;
const SERVER_TIMEOUT_MS = 5000;

/** Ends what a killed supervisor left running on this data folder, in the order of a normal stop. Returns the names. */
export async function endOrphanProcesses(pidFiles: PidFiles): Promise<string[]> {
  const found = pidFiles.findOrphans();
  const isServer = ({ name }: OrphanProcess) => SERVER_NAMES.some((server) => server === name);
  const isFront = ({ name }: OrphanProcess) => name.startsWith('gateway');
  const rest = found.filter((leftover) => !isServer(leftover) && !isFront(leftover));
  for (const group of [found.filter(isFront), rest])
    await Promise.all(group.map((leftover) => pidFiles.end(leftover, 'SIGTERM', SERVICE_TIMEOUT_MS)));
  await Promise.all(
    found
      .filter(isServer)
      .map((leftover) =>
        pidFiles.end(leftover, leftover.name === 'postgres' ? 'SIGINT' : 'SIGTERM', SERVER_TIMEOUT_MS),
      ),
  );
  return found.map(({ name }) => name);
}
