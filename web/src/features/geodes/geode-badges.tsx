import type { Geode } from '@geodes/contracts';
import { Badge, type BadgeTone } from '../../ui/badge.js';
import { Tooltip } from '../../ui/tooltip.js';
import { categoryNames, placeOf, tierNames } from './geode-labels.js';

export const PlaceBadge = ({ location }: { location: string }) => <Badge tone="outlined">{placeOf(location)}</Badge>;

export const tierTone = (tier: Geode['tier']): BadgeTone => (tier === 'S' || tier === 'A' ? 'honey' : 'honeyTint');

/** Shows the letter of the grade, and in the long form its name. */
export const TierBadge = ({ tier, long }: { tier: Geode['tier'] | null; long?: boolean }) => {
  if (!tier || !(tier in tierNames)) return null;
  const name = tierNames[tier];
  const tone = tierTone(tier);
  if (long)
    return (
      <Badge tone={tone}>
        {tier} · {name}
      </Badge>
    );
  return (
    <Tooltip text={name}>
      <Badge tone={tone}>
        <span className="sr">Tier </span>
        {tier}
        <span className="sr">: {name}</span>
      </Badge>
    </Tooltip>
  );
};

/** Hidden for individual geodes. */
export const CategoryBadge = ({ category }: { category: Geode['category'] }) =>
  category !== 'individual' && category in categoryNames ? <Badge tone="sunk">{categoryNames[category]}</Badge> : null;
