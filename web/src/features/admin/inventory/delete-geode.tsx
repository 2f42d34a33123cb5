import type { Geode } from '@geodes/contracts';
import { messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { useDeleteGeodeMutation } from './inventory.api.js';

interface DeleteGeodeProps {
  /** The geode to delete; null closes the dialog. */
  geode: Geode | null;
  onDone: () => void;
}

/** Asks for confirmation, deletes a geode and reports the outcome. */
export const DeleteGeode = ({ geode, onDone }: DeleteGeodeProps) => {
  const dispatch = useAppDispatch();
  const [deleteGeode, { isLoading }] = useDeleteGeodeMutation();
  const answer = async (yes: boolean) => {
    if (!yes || !geode) return onDone();
    const { error } = await deleteGeode(geode.id);
    onDone();
    dispatch(
      notified(
        error
          ? {
              title: 'Cannot Delete Geode',
              text: messageOf(error, 'Failed to delete geode. Please try again.'),
              tone: 'bad',
            }
          : { title: 'Geode deleted', text: geode.title },
      ),
    );
  };
  return (
    <ConfirmDialog
      open={geode !== null}
      title="Delete geode"
      text="Are you sure you want to delete this geode?"
      action="Delete"
      busy={isLoading}
      onAnswer={(yes) => void answer(yes)}
    />
  );
};
