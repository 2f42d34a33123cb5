import { EmptyState } from './empty-state.js';

/** What stands in the place of something that cannot be loaded without a connection. */
export const Offline = ({ level }: { level?: 'h2' | 'h3' }) => (
  <EmptyState look="failed" title="You are offline" level={level}>
    The connection is gone. This page comes back by itself as soon as the connection does.
  </EmptyState>
);
