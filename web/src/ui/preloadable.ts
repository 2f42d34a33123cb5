import {
  Component,
  createElement,
  Fragment,
  lazy,
  Suspense as ReactSuspense,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { isOffline, untilReachable } from './connection.js';

/** Delay before the single retry of a failed import, milliseconds. */
const RETRY_DELAY_MS = 1_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A part that renders within this time after a click was requested by it, milliseconds. */
const RECENT_MS = 2_000;

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

/** Marks the clicked element as busy while the part that it opens is fetched. */
const showBusy = (fetch: () => Promise<unknown>): void => {
  if (!pressed || performance.now() - pressed.at > RECENT_MS) return;
  const { element } = pressed;
  const done = () => element.removeAttribute('aria-busy');
  element.setAttribute('aria-busy', 'true');
  fetch().then(done, done);
};

/** A component in its own chunk. */
type Preloadable<Props> = FunctionComponent<Props> & {
  /** Fetches the chunk ahead, for example on hover. Never rejects. */
  preload: () => Promise<unknown>;
  /** Fetches the chunk; rejects if it cannot be fetched. */
  load: () => Promise<unknown>;
};

interface WithoutConnection<Props> {
  /** Shown while offline. Without it, an offline import fails like any other. */
  Waiting?: ComponentType<Props>;
  /** The part is the whole page, so a reload loses nothing. */
  isPage?: boolean;
}

/** Makes a lazy component. A fetched chunk renders at once; otherwise the nearest Suspense waits. */
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
          // The import began before the connection was lost, and the browser caches its failure.
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
      .catch(() => pause(isOffline() ? 0 : RETRY_DELAY_MS).then(fetched))
      .catch((error: unknown) => {
        if (Waiting && isOffline()) return Later;
        throw error;
      });
  const Lazy = lazy(async () => ({ default: await firstFetched() }));
  const Part = (props: Props) => {
    // Fixed at mount: changing from Lazy to the component would mount it again.
    const [Shown] = useState<ComponentType<Props>>(() => {
      if (!loaded) showBusy(firstFetched);
      return loaded ?? Lazy;
    });
    return createElement(Shown, props);
  };
  return Object.assign(Part, {
    load: fetched,
    preload: () => fetched().catch(() => undefined),
  });
};

/**
 * React's Suspense in browsers. The server loads everything before it renders, and Suspense would swallow errors there:
 * it is a plain fragment.
 */
export const Suspense = import.meta.env.SSR ? (Fragment as typeof ReactSuspense) : ReactSuspense;

interface FallbackBoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** Shows the fallback if a part of the page throws or its chunk cannot be fetched. React logs the error. */
export class FallbackBoundary extends Component<FallbackBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** Returns true from the first time `now` is true. Keeps opened parts mounted for their closing animation. */
export const useLatch = (now: boolean): boolean => {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
};

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

let isInUse = false;
const listeners = new Set<() => void>();

const noticed = () => {
  isInUse = true;
  for (const sign of SIGNS) window.removeEventListener(sign, noticed, true);
  listeners.forEach((listener) => listener());
};

const listen = (listener: () => void): (() => void) => {
  if (!isInUse) for (const sign of SIGNS) window.addEventListener(sign, noticed, { capture: true, passive: true });
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Returns whether the visitor has moved the pointer, touched the page or pressed a key. Code that only responds to
 * visitors loads then, so that the first view does not wait for it.
 */
export const useFirstInteraction = (): boolean =>
  useSyncExternalStore(
    listen,
    () => isInUse,
    () => false,
  );
