import { useRef, type ReactNode } from 'react';
import { FallbackBoundary, preloadable, Suspense, useFirstInteraction } from './preloadable.js';
import { useMedia } from './use-media.js';

const Tip = preloadable(async () => (await import('./tip.js')).Tip, {
  Waiting: ({ children }) => <span>{children}</span>,
});

interface TooltipProps {
  text: string;
  children: ReactNode;
}

/**
 * Text that appears while a pointer rests on the children. It repeats what screen readers already get, so it needs no
 * focus. Its script is fetched on the first interaction with a pointer that can hover.
 */
export const Tooltip = ({ text, children }: TooltipProps) => {
  const canRest = useMedia('(hover: hover)');
  const isInUse = useFirstInteraction();
  const isPointedAt = useRef(false);
  const plain = (
    <span onPointerEnter={() => (isPointedAt.current = true)} onPointerLeave={() => (isPointedAt.current = false)}>
      {children}
    </span>
  );
  if (!canRest || !isInUse) return plain;
  return (
    <FallbackBoundary fallback={plain}>
      <Suspense fallback={plain}>
        <Tip text={text} isPointedAt={isPointedAt}>
          {children}
        </Tip>
      </Suspense>
    </FallbackBoundary>
  );
};
