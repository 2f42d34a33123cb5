import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Context that a request carries from the gateway through every service and job. */
export interface RequestContext {
  requestId: string;
  /** The label of the requesting owner's session; see AdminSession. At most 60 ASCII characters. */
  session?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const requestContext = {
  current: (): RequestContext | undefined => storage.getStore(),
  requestId: (): string => storage.getStore()?.requestId ?? randomUUID(),
  run: <T>(context: RequestContext, work: () => T): T => storage.run(context, work),
};
