import { messageOf } from '../../../app/api-error.js';
import { SettingsSection } from './settings-section.js';
import { holdsSummary, holdTimes } from './settings-text.js';
import { useHolds } from '../use-holds.js';

/** How many stones buyers keep off sale while they type their cards. Which ones, the inventory shows. */
export const SettingsHolds = () => {
  const { data, error, fulfilledTimeStamp = 0 } = useHolds();
  return (
    <SettingsSection title="Holds">
      <p className="small" role="status">
        {error ? messageOf(error, 'Holds cannot be shown at the moment.') : data && holdsSummary(data)}
      </p>
      {data && !error && data.count > 0 && <p className="small num">{holdTimes(data, fulfilledTimeStamp)}</p>}
      <p className="mini dim">A buyer who goes to pay has his stones kept for him. The inventory shows which.</p>
    </SettingsSection>
  );
};
