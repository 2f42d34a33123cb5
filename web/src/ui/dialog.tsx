import { Dialog as Radix } from 'radix-ui';
import { useEffectEvent, useLayoutEffect, useRef, type KeyboardEventHandler, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.js';
import styles from './dialog.module.css';
import { useBackEntry } from './use-back-entry.js';

/** The open layers, the top one last. */
const layers: HTMLElement[] = [];

/** What may get the focus when a layer closes, the best first. */
const openers = new WeakMap<Element, Element[]>();

/** Stops the page under a layer from scrolling, without a shift by the missing scrollbar. */
const lockPage = (isLocked: boolean): void => {
  const page = document.documentElement;
  if (page.hasAttribute('data-locked') === isLocked) return;
  // Reading clientWidth forces a layout, so read it only when locking.
  page.style.paddingRight = isLocked ? `${window.innerWidth - page.clientWidth}px` : '';
  page.toggleAttribute('data-locked', isLocked);
};

/**
 * Makes everything under the top layer inert, so that focus, clicks and screen readers stay in it. Only the site's own
 * layers become inert, not the document: Square appends the 3-D Secure challenge to the body, and toasts are there too.
 * Both must stay reachable while the cart is open.
 */
const settle = (): void => {
  const top = layers.at(-1);
  const site = document.getElementById('root');
  // Before `inert` is set, which restyles the whole site: later reads would wait for that.
  lockPage(top !== undefined);
  for (const layer of [site, ...layers]) if (layer) layer.inert = top !== undefined && layer !== top;
};

/** Puts a layer on top of the others. Returns the function that removes it. */
const openLayer = (layer: HTMLElement): (() => void) => {
  layers.push(layer);
  settle();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    layer.inert = false;
    settle();
  };
};

interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** Its accessible name. */
  label: string;
  /** `center` floats, `right`, `left` and `bottom` slide in from an edge, `screen` covers all. */
  place?: 'center' | 'right' | 'left' | 'bottom' | 'screen';
  className?: string;
  children: ReactNode;
  /** Opening it is already a navigation, which Back undoes. */
  isNavigation?: boolean;
  /** The panel element, to measure or animate it. */
  panelRef?: Ref<HTMLDivElement>;
  /** Returns what gets the focus on closing if nothing had it on opening, as after a reload; by default the page. */
  heir?: () => HTMLElement | null;
  onKeyDown?: KeyboardEventHandler;
}

/**
 * A modal dialog: traps focus and returns it; Escape, Back and a press on the scrim close it. Radix's own modal mode is
 * off, because it would also block what Square adds to the body; `openLayer` makes the site inert instead.
 */
export const Dialog = ({ open, onClose, isNavigation = false, ...layer }: DialogProps) => {
  useBackEntry(open && !isNavigation, onClose);
  if (import.meta.env.SSR) return <PlainLayer {...layer} />;
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()} modal={false}>
      <Radix.Portal>
        <Layer open={open} {...layer} />
      </Radix.Portal>
    </Radix.Root>
  );
};

/** Renders the dialog in the server's HTML, where a portal renders nothing. Without scripts it is part of the page. */
const PlainLayer = ({ place = 'center', label, className, children }: Partial<DialogProps>) => (
  <div className={classNames(styles.layer, styles[place], 'lies-flat')}>
    <div className={`scripted ${styles.scrim}`} />
    <article className={classNames(styles.panel, className, 'lies-flat')} aria-label={label}>
      {children}
    </article>
  </div>
);

/** Returns the focused element, its list, and what opened the layer that they are in. */
const presentOpeners = (): Element[] => {
  const focused = document.activeElement;
  const layer = focused?.closest(`.${styles.layer}`);
  const all = [focused, focused?.closest('[tabindex="-1"]'), ...((layer && openers.get(layer)) ?? [])];
  return all.filter((element) => element instanceof Element);
};

const mayGetFocus = (element: Element): boolean =>
  element.isConnected && !element.matches('body, main') && !element.closest(`.${styles.layer}[data-state='closed']`);

type LayerProps = Omit<DialogProps, 'onClose' | 'isNavigation'> & { ref?: Ref<HTMLDivElement> };

/** `ref` comes from Radix.Portal, which clones its child. */
const Layer = ({ open, place = 'center', label, className, children, panelRef, onKeyDown, heir, ref }: LayerProps) => {
  const scrim = useRef<HTMLDivElement>(null);
  const otherHeir = useEffectEvent(() => heir?.() ?? document.querySelector<HTMLElement>('main'));

  useLayoutEffect(() => {
    const layer = scrim.current?.parentElement;
    if (!open || !layer) return;
    openers.set(layer, presentOpeners());
    const close = openLayer(layer);
    return () => {
      close();
      // Delayed, because React restores the previous focus after a commit. If the opener was deleted, its list gets the
      // focus; if its layer closes too, what opened that.
      queueMicrotask(() => {
        const opener = openers.get(layer)?.find(mayGetFocus);
        const next = opener ?? otherHeir();
        // Another layer may have opened: the focus stays there.
        if (next instanceof HTMLElement && !next.closest('[inert]')) next.focus({ preventScroll: true });
      });
    };
  }, [open]);

  return (
    <div ref={ref} className={classNames(styles.layer, styles[place])} data-state={open ? 'open' : 'closed'}>
      <div ref={scrim} className={styles.scrim} />
      <Radix.Content
        ref={panelRef}
        className={classNames(styles.panel, className)}
        aria-modal
        aria-label={label}
        onKeyDown={onKeyDown}
        onInteractOutside={(event) => {
          if (event.target !== scrim.current) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        {children}
      </Radix.Content>
    </div>
  );
};
