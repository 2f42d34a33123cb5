import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A component in a chunk of its own, which can be fetched before it is needed: when the pointer nears its button. */
export const preloadable = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> & { preload: () => void } =>
  Object.assign(
    lazy(async () => ({ default: await load() })),
    { preload: () => void load().catch(() => undefined) },
  );
