import { Component, type ReactNode } from 'react';

interface WithoutProps {
  /** What stands in its place. */
  fallback: ReactNode;
  children: ReactNode;
}

/** For a part that a page can do without: where it breaks or cannot be fetched, the page goes on. React logs the error. */
export class FallbackBoundary extends Component<WithoutProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
