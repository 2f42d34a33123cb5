import type { Geode, OpenHold } from '@geodes/contracts';
import { ConfirmedAction } from '../confirmed-action.js';
import { useEndBuyersHoldMutation } from '../holds.api.js';

/** A buyer's hold, and the geode in whose row it is shown. */
export interface HoldOfGeode {
  hold: OpenHold;
  geode: Geode;
}

interface EndHoldProps {
  /** The hold to end; null closes the dialog. */
  selected: HoldOfGeode | null;
  onDone: () => void;
}

const confirmText = (count: number): string =>
  count === 1
    ? 'The stone is on sale again at once, for everybody. The buyer is told, and can go on if it is still there.'
    : `All ${count} stones of this checkout are on sale again at once, for everybody. The buyer is told, and can go on if they are still there.`;

/** Asks for confirmation, ends a buyer's hold and reports the outcome. */
export const EndHold = ({ selected, onDone }: EndHoldProps) => {
  const [endHold] = useEndBuyersHoldMutation();
  return (
    <ConfirmedAction
      subject={selected}
      title="End hold"
      text={confirmText(selected?.hold.geodeIds.length ?? 1)}
      action="End hold"
      run={({ hold }) => endHold(hold)}
      done={({ geode }) => ({ title: 'Hold ended', text: geode.title })}
      failed={{ title: 'Cannot End Hold', text: 'The hold was not ended. Please try again.' }}
      onClose={onDone}
    />
  );
};
