import type { Geode, OpenHold } from '@geodes/contracts';
import { messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
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
  const dispatch = useAppDispatch();
  const [endHold, { isLoading }] = useEndBuyersHoldMutation();
  const answer = async (yes: boolean) => {
    if (!yes || !selected) return onDone();
    const { error } = await endHold(selected.hold);
    onDone();
    dispatch(
      notified(
        error
          ? {
              title: 'Cannot End Hold',
              text: messageOf(error, 'The hold was not ended. Please try again.'),
              tone: 'bad',
            }
          : { title: 'Hold ended', text: selected.geode.title },
      ),
    );
  };
  return (
    <ConfirmDialog
      open={selected !== null}
      title="End hold"
      text={confirmText(selected?.hold.geodeIds.length ?? 1)}
      action="End hold"
      busy={isLoading}
      onAnswer={(yes) => void answer(yes)}
    />
  );
};
