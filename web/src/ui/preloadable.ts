import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Milliseconds after which what could not be fetched is asked for once more. */
const AGAIN_AFTER = 1_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A component in a chunk of its own, which can be fetched before it is needed: when the pointer nears its button. */
export const preloadable = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> & { preload: () => void } =>
  Object.assign(
    lazy(async () => ({ default: await load().catch(() => pause(AGAIN_AFTER).then(load)) })),
    { preload: () => void load().catch(() => undefined) },
  );
