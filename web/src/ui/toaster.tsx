import { useEffect, useEffectEvent, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import styles from './toaster.module.css';
import { useMedia } from './use-media.js';

export interface Toast {
  id: number;
  title: string;
  text?: string;
  tone: 'plain' | 'bad';
  /** Milliseconds until it closes by itself. */
  duration: number;
}

interface ToasterProps {
  toast: Toast | null;
  onGone: (id: number) => void;
  /** On a phone: at the very top, so that it does not cover the panel below. */
  isAtTop: boolean;
}

const look = {
  unstyled: true,
  classNames: { toast: styles.toast, title: styles.title },
};
/** Offset on a phone, pixels: keeps the cart button visible and reachable. */
const BELOW_HEADER = 64 + 12;
const AT_TOP = 12;
/** Inline, because the package's stylesheet outranks our cascade layers. */
const place = { '--width': 'min(380px, calc(100vw - 40px))', zIndex: 'var(--z-toast)' } as CSSProperties;

/** Shows at most one toast and announces it. Its live region is in the body, outside what a dialog makes inert. */
export const Toaster = ({ toast, onGone, isAtTop }: ToasterProps) => {
  const isPhone = useMedia('(max-width: 639px)');
  const top = isAtTop ? AT_TOP : BELOW_HEADER;
  const gone = useEffectEvent(onGone);

  useEffect(() => {
    if (!toast) return;
    const { id, title, text, tone, duration } = toast;
    sonner(title, {
      id,
      description: text,
      duration,
      className: tone === 'bad' ? styles.bad : undefined,
      onAutoClose: () => gone(id),
      onDismiss: () => gone(id),
    });
    return () => void sonner.dismiss(id);
  }, [toast]);

  return createPortal(
    <Sonner
      position={isPhone ? 'top-center' : 'bottom-left'}
      offset={isPhone ? { top } : 32}
      mobileOffset={{ top, left: 20, right: 20 }}
      visibleToasts={1}
      style={place}
      toastOptions={look}
    />,
    document.body,
  );
};
