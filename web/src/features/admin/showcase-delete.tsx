import type { ShowcaseItem } from '@geodes/contracts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../app/api-error.js';
import { useAppDispatch } from '../../app/hooks.js';
import { notified } from '../../app/notices.slice.js';
import { IconButton } from '../../ui/icon-button.js';
import { Question } from '../../ui/question.js';
import { useDeleteShowcaseItemMutation } from './showcase-admin.api.js';

export const DeleteShowcaseItem = ({ item }: { item: ShowcaseItem }) => {
  const dispatch = useAppDispatch();
  const [isAsked, setAsked] = useState(false);
  const [deleteItem, { isLoading }] = useDeleteShowcaseItemMutation();
  const answer = async (yes: boolean) => {
    if (!yes) return setAsked(false);
    const { error } = await deleteItem(item.id);
    setAsked(false);
    dispatch(
      notified(
        error
          ? { title: 'Failed to delete showcase item', text: messageOf(error, 'Please try again.'), tone: 'bad' }
          : { title: 'Showcase item deleted', text: item.title },
      ),
    );
  };
  return (
    <>
      <IconButton label={`Delete ${item.title}`} onClick={() => setAsked(true)}>
        <Trash2 className="icon" aria-hidden />
      </IconButton>
      <Question
        open={isAsked}
        title="Delete showcase item"
        text="Are you sure you want to delete this showcase item?"
        action="Delete"
        busy={isLoading}
        onAnswer={(yes) => void answer(yes)}
      />
    </>
  );
};
