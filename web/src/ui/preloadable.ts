import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react';

/** Milliseconds after which what could not be fetched is asked for once more. */
const AGAIN_AFTER = 1_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A component in a chunk of its own. */
export type Preloadable<Props> = FunctionComponent<Props> & {
  /** Fetches it before it is needed: when the pointer nears its button. Never rejects. */
  preload: () => Promise<void>;
};

/** What has been fetched already is drawn at once; else the nearest Suspense waits for it. */
export const preloadable = <Props extends object>(load: () => Promise<ComponentType<Props>>): Preloadable<Props> => {
  let loaded: ComponentType<Props> | undefined;
  const fetched = async () => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await fetched().catch(() => pause(AGAIN_AFTER).then(fetched)) }));
  const Part = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Shown, props);
  };
  return Object.assign(Part, {
    preload: () =>
      fetched().then(
        () => undefined,
        () => undefined,
      ),
  });
};
