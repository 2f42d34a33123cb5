import { Component, type ReactNode } from 'react';

interface WithoutProps {
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Error boundary for an optional part: if it throws or cannot be fetched, the page shows the fallback. React logs the
 * error.
 */
export class FallbackBoundary extends Component<WithoutProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
