import { EventPattern, MessagePattern } from '@nestjs/microservices';
import type { EventName, Events, Reply, Request, Subject } from '@geodes/contracts';

type Handler<A, R> = (payload: A) => Promise<R> | R;

/** Marks the method that handles a subject; a wrong payload or reply does not compile. */
export const Handles =
  <S extends Subject>(subject: S) =>
  <T extends Handler<Request<S>, Reply<S>>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<T>,
  ): void => {
    MessagePattern(subject)(target, key, descriptor as PropertyDescriptor);
  };

/** Marks the method that handles an event; a wrong payload does not compile. */
export const HandlesEvent =
  <E extends EventName>(event: E) =>
  <T extends Handler<Events[E], void>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<T>,
  ): void => {
    EventPattern(event)(target, key, descriptor as PropertyDescriptor);
  };
