import type { Availability } from '@geodes/contracts';
import { Badge } from '../../ui/badge.js';

export const StockBadge = ({ availability }: { availability: Availability }) => {
  if (availability === 'available') return <Badge tone="green">Available</Badge>;
  return <Badge tone="gone">{availability === 'held' ? 'In another checkout' : 'Currently Unavailable'}</Badge>;
};
