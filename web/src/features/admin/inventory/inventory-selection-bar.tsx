import type { Geode } from '@geodes/contracts';
import { CalendarClock } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.js';
import type { Selection } from '../selection/selection.js';
import { SelectionBar } from '../selection/selection-bar.js';
import { ScheduleDialog } from './schedule-dialog.js';

interface InventorySelectionBarProps {
  selection: Selection<Geode>;
  onSelectNone: () => void;
  onDeselect: (geodes: readonly Geode[]) => void;
}

/** What can be done with the selected geodes. */
export const InventorySelectionBar = ({ selection, onSelectNone, onDeselect }: InventorySelectionBarProps) => {
  const [isScheduling, setIsScheduling] = useState(false);
  const geodes = useMemo(() => [...selection.values()], [selection]);
  return (
    <>
      <SelectionBar
        onSelectNone={onSelectNone}
        noun="geode"
        count={geodes.length}
        hint="Select geodes to set when they go on sale."
      >
        <Button look="secondary" size="small" onClick={() => setIsScheduling(true)}>
          <CalendarClock className="icon-s" aria-hidden />
          Set when they go on sale
        </Button>
      </SelectionBar>
      <ScheduleDialog
        geodes={geodes}
        open={isScheduling}
        onClose={() => setIsScheduling(false)}
        onChanged={() => onDeselect(geodes)}
      />
    </>
  );
};
