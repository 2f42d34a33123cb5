import { Dialog as Radix } from 'radix-ui';
import { useLayoutEffect, useRef, type KeyboardEventHandler, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.js';
import styles from './dialog.module.css';
import { useBackEntry } from './use-back-entry.js';

/**
 * What lies under an open dialog is inert: focus, clicks and screen readers stay in the top layer. Only the site's own
 * layers are made so, not the whole document: Square appends the card issuer's challenge (3-D Secure) to the body, and
 * toasts stand there too; both must stay reachable while the cart is open.
 */
const open: HTMLElement[] = [];

/** Stops the page under a layer from scrolling, without a jump where its scrollbar was. */
const lockPage = (isLocked: boolean): void => {
  const page = document.documentElement;
  if (page.hasAttribute('data-locked') === isLocked) return;
  // only where it is needed: reading it lays out the page
  page.style.paddingRight = isLocked ? `${window.innerWidth - page.clientWidth}px` : '';
  page.toggleAttribute('data-locked', isLocked);
};

const settle = (): void => {
  const top = open.at(-1);
  const site = document.getElementById('root');
  // before anything becomes inert, which styles the whole site anew: what is read after it waits for that
  lockPage(top !== undefined);
  for (const layer of [site, ...open]) if (layer) layer.inert = top !== undefined && layer !== top;
};

/** Puts a layer on top of the others; the returned function takes it away again. */
const openLayer = (layer: HTMLElement): (() => void) => {
  open.push(layer);
  settle();
  return () => {
    const index = open.indexOf(layer);
    if (index >= 0) open.splice(index, 1);
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
  /** Its opening is a navigation already, which Back undoes. */
  isNavigation?: boolean;
  /** The panel, for those who want to measure or animate it. */
  panelRef?: Ref<HTMLDivElement>;
  onKeyDown?: KeyboardEventHandler;
}

/**
 * A modal dialog: focus goes in, stays in and returns; Escape, Back and a press on the scrim close it. Radix's own modal mode
 * is left off, since it would also shut out what Square adds to the body; `openLayer` makes the site inert instead.
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

/** In the HTML, where a portal renders nothing: it looks the same, and without script it is a part of the page. */
const PlainLayer = ({ place = 'center', label, className, children }: Partial<DialogProps>) => (
  <div className={classNames(styles.layer, styles[place], 'lies-flat')}>
    <div className={`scripted ${styles.scrim}`} />
    <article className={classNames(styles.panel, className, 'lies-flat')} aria-label={label}>
      {children}
    </article>
  </div>
);

type LayerProps = Omit<DialogProps, 'onClose' | 'isNavigation'> & { ref?: Ref<HTMLDivElement> };

const Layer = ({ open, place = 'center', label, className, children, panelRef, onKeyDown, ref }: LayerProps) => {
  const layer = useRef<HTMLDivElement | null>(null);
  const scrim = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!open || !layer.current) return;
    const cameFrom = [document.activeElement, document.activeElement?.closest('[tabindex="-1"]')];
    const close = openLayer(layer.current);
    return () => {
      close();
      // Not at once: React puts the focus back where it was before a commit. What was deleted leaves it to its list.
      queueMicrotask(() => {
        const heir = cameFrom.find((element) => element?.isConnected);
        if (heir instanceof HTMLElement) heir.focus({ preventScroll: true });
      });
    };
  }, [open]);

  return (
    <div
      ref={(element) => {
        layer.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      className={classNames(styles.layer, styles[place])}
      data-state={open ? 'open' : 'closed'}
    >
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
