import type { ShowcaseItem } from '@geodes/contracts';
import { messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { useDeleteShowcaseItemMutation } from './showcase-admin.api.js';

interface DeleteShowcaseItemProps {
  /** The item to delete; null closes the dialog. */
  item: ShowcaseItem | null;
  onDone: () => void;
}

/** Asks for confirmation, deletes an item and reports the outcome. */
export const DeleteShowcaseItem = ({ item, onDone }: DeleteShowcaseItemProps) => {
  const dispatch = useAppDispatch();
  const [deleteItem, { isLoading }] = useDeleteShowcaseItemMutation();
  const answer = async (yes: boolean) => {
    if (!yes || !item) return onDone();
    const { error } = await deleteItem(item.id);
    onDone();
    dispatch(
      notified(
        error
          ? { title: 'Failed to delete showcase item', text: messageOf(error, 'Please try again.'), tone: 'bad' }
          : { title: 'Showcase item deleted', text: item.title },
      ),
    );
  };
  return (
    <ConfirmDialog
      open={item !== null}
      title="Delete showcase item"
      text="Are you sure you want to delete this showcase item?"
      action="Delete"
      busy={isLoading}
      onAnswer={(yes) => void answer(yes)}
    />
  );
};
