import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { logFailure } from '../log.js';

/** Shows a message if a part of the page throws or its chunk cannot be fetched. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    logFailure('A part of the page broke', error, info.componentStack);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <EmptyState
        look="failed"
        title="Something went wrong"
        action={<Button onClick={() => window.location.reload()}>Try Again</Button>}
      >
        This part of the page could not be shown.
      </EmptyState>
    );
  }
}
