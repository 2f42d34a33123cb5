import type { ServerProcess } from '@geodes/servers';

/** Processes stop stage by stage: gateways first, the servers that all others need last. */
export const STOP_ORDER = ['front', 'service', 'simulator', 'server'] as const;
export type Stage = (typeof STOP_ORDER)[number];

/** Describes one process of the shop. `name` also names its pid file and prefixes its log lines. */
export interface ProcessSpec extends Omit<ServerProcess, 'name' | 'hiddenLines'> {
  name: string;
  /** Output lines to leave out. */
  hiddenLines?: RegExp;
  stage: Stage;
}
