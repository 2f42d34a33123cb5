import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What travels with a request from the gateway through every service and job. */
export interface RequestContext {
  requestId: string;
  /** The label of the owner's session that asked for it; see AdminSession. At most 60 characters of ASCII. */
  session?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const requestContext = {
  current: (): RequestContext | undefined => storage.getStore(),
  requestId: (): string => storage.getStore()?.requestId ?? randomUUID(),
  run: <T>(context: RequestContext, work: () => T): T => storage.run(context, work),
};
