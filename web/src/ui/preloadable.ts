import {
  createElement,
  lazy,
  useEffect,
  useState,
  type ComponentType,
  type FunctionComponent,
  Fragment,
  Suspense as ReactSuspense,
} from 'react';
import { isOffline, untilReachable } from './connection.js';

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
  /** The same, but rejects where it cannot be fetched. */
  load: () => Promise<unknown>;
};

interface WithoutConnection<Props> {
  /** Stands in its place until there is a connection; by default it fails as when it cannot be fetched. */
  Waiting?: ComponentType<Props>;
  /** Nothing else is shown, so nothing is lost when the browser loads the page again. */
  isPage?: boolean;
}

/** What has been fetched already is drawn at once; else the nearest Suspense waits for it. */
export const preloadable = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting, isPage = false }: WithoutConnection<Props> = {},
): Preloadable<Props> => {
  let loaded: ComponentType<Props> | undefined;
  // Not tried without a connection: Chromium (153) keeps a failed import for good, https://github.com/whatwg/html/issues/6768
  const fetched = async () => {
    if (!import.meta.env.SSR && !loaded && isOffline()) throw new Error('There is no connection.');
    return (loaded ??= await load());
  };

  const Later = (props: Props) => {
    const [Shown, setShown] = useState<ComponentType<Props> | undefined>(() => loaded ?? Waiting);
    const [failure, setFailure] = useState<Error>();
    useEffect(() => {
      let isGone = false;
      const show = async () => {
        await untilReachable();
        if (isGone) return;
        try {
          const component = await fetched();
          setShown(() => component);
        } catch (error) {
          // The import had begun before the connection was lost, and its failure is kept.
          if (isPage) window.location.reload();
          else setFailure(error as Error);
        }
      };
      if (!loaded) void show();
      return () => void (isGone = true);
    }, []);
    if (failure) throw failure;
    return Shown && createElement(Shown, props);
  };

  const firstFetched = () =>
    fetched()
      .catch(() => pause(isOffline() ? 0 : AGAIN_AFTER).then(fetched))
      .catch((error: unknown) => {
        if (Waiting && isOffline()) return Later;
        throw error;
      });
  const Lazy = lazy(async () => ({ default: await firstFetched() }));
  const Part = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => {
      if (!loaded) showBusy(firstFetched());
      return loaded ?? Lazy;
    });
    return createElement(Shown, props);
  };
  return Object.assign(Part, {
    load: fetched,
    preload: () =>
      fetched().then(
        () => undefined,
        () => undefined,
      ),
  });
};

/**
 * React's Suspense in a browser. On the server everything is loaded before a page is rendered, and an error inside React's
 * Suspense would not be thrown: there it only holds its children.
 */
export const Suspense = import.meta.env.SSR ? (Fragment as typeof ReactSuspense) : ReactSuspense;
