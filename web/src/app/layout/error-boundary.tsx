import type { ReactNode } from 'react';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { FallbackBoundary } from '../../ui/fallback-boundary.js';

/** Shows a message if a part of the page throws or its chunk cannot be fetched. */
export const ErrorBoundary = ({ children }: { children: ReactNode }) => (
  <FallbackBoundary
    fallback={
      <EmptyState
        look="failed"
        title="Something went wrong"
        action={<Button onClick={() => window.location.reload()}>Try Again</Button>}
      >
        This part of the page could not be shown.
      </EmptyState>
    }
  >
    {children}
  </FallbackBoundary>
);
