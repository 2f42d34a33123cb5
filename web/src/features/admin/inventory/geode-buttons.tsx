import type { Geode } from '@geodes/contracts';
import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.js';
import type { HoldOfGeode } from './end-hold.js';

export interface GeodeActions {
  onEdit: (geode: Geode) => void;
  onDelete: (geode: Geode) => void;
  onEndHold: (held: HoldOfGeode) => void;
}

export const GeodeButtons = ({ geode, onEdit, onDelete }: Omit<GeodeActions, 'onEndHold'> & { geode: Geode }) => (
  <>
    <IconButton label={`Edit ${geode.title}`} onClick={() => onEdit(geode)}>
      <Pencil className="icon-s" aria-hidden />
    </IconButton>
    <IconButton label={`Delete ${geode.title}`} onClick={() => onDelete(geode)}>
      <Trash2 className="icon-s" aria-hidden />
    </IconButton>
  </>
);
