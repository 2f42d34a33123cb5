import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.js';

interface EditButtonsProps<Item> {
  item: Item;
  onEdit: (item: Item) => void;
  onDelete: (item: Item) => void;
}

/** The buttons of an item in a list. */
export const EditButtons = <Item extends { title: string }>({ item, onEdit, onDelete }: EditButtonsProps<Item>) => (
  <>
    <IconButton label={`Edit ${item.title}`} onClick={() => onEdit(item)}>
      <Pencil className="icon-s" aria-hidden />
    </IconButton>
    <IconButton label={`Delete ${item.title}`} onClick={() => onDelete(item)}>
      <Trash2 className="icon-s" aria-hidden />
    </IconButton>
  </>
);
