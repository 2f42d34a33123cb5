import { Tooltip } from 'radix-ui';
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { tooltipDelay } from './tooltip-delay.js';
import styles from './tooltip.module.css';

/** One provider above all pages would know this, and would bring the whole package into the first view. */
let lastClosed = Number.NEGATIVE_INFINITY;

interface TipProps {
  words: string;
  children: ReactNode;
  /** Whether the pointer rests here already when this comes. */
  isPointedAt: RefObject<boolean>;
}

export const Tip = ({ words, children, isPointedAt }: TipProps) => {
  const trigger = useRef<HTMLSpanElement>(null);
  const [delay, setDelay] = useState(() => tooltipDelay(lastClosed, Date.now()));

  useLayoutEffect(() => {
    // Radix waits from the first move on; a pointer that rests here already need not move again.
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
          // At once: the move that starts the wait follows without a pause.
          onPointerEnter={() => flushSync(() => setDelay(tooltipDelay(lastClosed, Date.now())))}
        >
          <span ref={trigger}>{children}</span>
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content className={styles.tip} sideOffset={6} collisionPadding={8}>
            {words}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
};
