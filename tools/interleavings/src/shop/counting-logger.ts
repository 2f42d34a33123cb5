import type { Logger } from '@geodes/kit';
import type { ProcessRun } from '../schedule/process-run.js';
import type { RunContext } from '../schedule/run-context.js';

/** What must never be said: the shop itself has found what it cannot mend. That Square refuses its account is Square's doing. */
const ALARMS = ['captured before the pivot', 'reconciliation difference needs the owner', 'Square could not give'];

type Line = [object | string, string?];

/** What the services log shows in the schedule and is counted: it tells which of their paths were taken. */
export const countingLogger = (life: ProcessRun, around: RunContext, silent: Logger): Logger => {
  const say = (...[details, message]: Line) => {
    const text = message ?? String(details);
    const { err, kind } = (typeof details === 'object' ? details : {}) as { err?: unknown; kind?: unknown };
    around.count(`log: ${text}${kind ? `: ${String(kind)}` : ''}`);
    around.scheduler.note(`    ${life.name} logs: ${text}${err ? ` (${String(err)})` : ''}`);
    const isAlarm = kind !== 'account-refused' && ALARMS.some((alarm) => text.startsWith(alarm));
    if (isAlarm) around.violation(`${life.name} says: ${text}`);
  };
  return Object.assign(Object.create(silent) as Logger, { info: say, warn: say, error: say });
};
