import { Tooltip } from 'radix-ui';
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { tooltipDelay } from './tooltip-delay.js';
import styles from './tooltip.module.css';

/** Shared by all tips. A single Radix provider above all pages would pull the package into the first chunk. */
let lastClosed = Number.NEGATIVE_INFINITY;

interface TipProps {
  text: string;
  children: ReactNode;
  /** Whether the pointer is already on the trigger when the tip mounts. */
  isPointedAt: RefObject<boolean>;
}

export const Tip = ({ text, children, isPointedAt }: TipProps) => {
  const trigger = useRef<HTMLSpanElement>(null);
  const [delay, setDelay] = useState(() => tooltipDelay(lastClosed, Date.now()));

  useLayoutEffect(() => {
    // Radix starts its delay on the first move, but a resting pointer may not move again.
    if (isPointedAt.current)
      trigger.current?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }));
  }, [isPointedAt]);

  return (
    <Tooltip.Provider delayDuration={delay}>
      <Tooltip.Root
        onOpenChange={(isOpen) => {
          if (!isOpen) lastClosed = Date.now();
        }}
      >
        <Tooltip.Trigger
          asChild
          // Synchronous, because the pointermove that starts the delay follows immediately.
          onPointerEnter={() => flushSync(() => setDelay(tooltipDelay(lastClosed, Date.now())))}
        >
          <span ref={trigger}>{children}</span>
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content className={styles.tip} sideOffset={6} collisionPadding={8}>
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
};
