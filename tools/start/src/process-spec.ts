import type { ServerProcess } from '@geodes/servers';

/** Processes stop stage by stage: first those that take work from outside, last what the others need. */
export const STOP_ORDER = ['front', 'service', 'simulator', 'server'] as const;
export type Stage = (typeof STOP_ORDER)[number];

/** One process of the shop; `name` is its pid file's and its log prefix. */
export interface ProcessSpec extends Omit<ServerProcess, 'name' | 'chatter'> {
  name: string;
  /** Lines of its output that are not shown. */
  chatter?: RegExp;
  stage: Stage;
}
