import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react';

/** Milliseconds after which what could not be fetched is asked for once more. */
const AGAIN_AFTER = 1_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A part that is drawn so soon after a press was asked for by it: milliseconds. */
const RECENT = 2_000;

let pressed: { element: Element; at: number } | undefined;

if (typeof window !== 'undefined')
  window.addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const element = target instanceof Element ? target.closest('a, button') : null;
      pressed = element ? { element, at: timeStamp } : undefined;
    },
    true,
  );

/** What was pressed for a part that must be fetched shows that it was heard. */
const showBusy = (work: Promise<unknown>): void => {
  if (!pressed || performance.now() - pressed.at > RECENT) return;
  const { element } = pressed;
  const done = () => element.removeAttribute('aria-busy');
  element.setAttribute('aria-busy', 'true');
  work.then(done, done);
};

/** A component in a chunk of its own. */
export type Preloadable<Props> = FunctionComponent<Props> & {
  /** Fetches it before it is needed: when the pointer nears its button. Never rejects. */
  preload: () => Promise<void>;
};

/** What has been fetched already is drawn at once; else the nearest Suspense waits for it. */
export const preloadable = <Props extends object>(load: () => Promise<ComponentType<Props>>): Preloadable<Props> => {
  let loaded: ComponentType<Props> | undefined;
  const fetched = async () => (loaded ??= await load());
  const twice = () => fetched().catch(() => pause(AGAIN_AFTER).then(fetched));
  const Lazy = lazy(async () => ({ default: await twice() }));
  const Part = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => {
      if (!loaded) showBusy(twice());
      return loaded ?? Lazy;
    });
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
