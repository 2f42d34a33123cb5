import { Badge } from '../../ui/badge.js';
import { tierNames } from '../geodes/geode-labels.js';
import { GeodeCell } from '../geodes/geode-grid.js';
import styles from './grading-key.module.css';

const grades = [
  { tier: 'S', says: 'Crystals whole to the tip, rare form or colour' },
  { tier: 'A', says: 'Bright, even lining, next to no damage' },
  { tier: 'B', says: 'A good hollow with small natural flaws' },
  { tier: 'C', says: 'An honest first geode' },
] as const;

/** Explains the grades. It fills the two cells that a full page of ten leaves empty in three or four columns. */
export const GradingKey = () => (
  <GeodeCell className={styles.key}>
    <div>
      <h2>How we grade</h2>
      <p>Every stone is looked at under the loupe and given one of four tiers. The letter is on its card.</p>
    </div>
    <ul>
      {grades.map(({ tier, says }) => (
        <li key={tier}>
          <Badge tone={tier === 'S' || tier === 'A' ? 'honey' : 'honeyTint'}>{tier}</Badge>
          <span className="strong">{tierNames[tier]}</span>
          <span>{says}</span>
        </li>
      ))}
    </ul>
  </GeodeCell>
);
