import type { Geode } from '@geodes/contracts';
import { CalendarClock } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { counted } from '../../../app/counted.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Button } from '../../../ui/button.js';
import { Checkbox } from '../../../ui/checkbox.js';
import { OptionGroup } from '../../../ui/option-group.js';
import { InstantField } from '../form/form-fields.js';
import { useLeaveWarning } from '../form/unsaved-changes.js';
import { SelectionBar } from '../selection/selection-bar.js';
import { selectAmong, selectedOf, type Selection } from '../selection/selection.js';
import { FailureNote } from '../form/failure-note.js';
import { DialogAnswers, SmallDialog } from '../small-dialog.js';
import { useScheduleGeodesMutation } from './inventory.api.js';
import styles from './inventory.module.css';
import {
  changedText,
  chosenInstant,
  draftsAmong,
  FIRST_SCHEDULE,
  instantWarning,
  saleStarts,
  type Schedule,
  scheduleChanges,
  scheduleFailureText,
  scheduleProblem,
} from './schedule.js';

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

interface ScheduleDialogProps {
  geodes: Geode[];
  open: boolean;
  onClose: () => void;
  /** Called once the geodes are changed. */
  onChanged: () => void;
}

/** Sets when several geodes go on sale, and publishes drafts among them. */
const ScheduleDialog = ({ geodes, open, ...form }: ScheduleDialogProps) => {
  // Keeps its geodes while it closes.
  const [shown, setShown] = useState(geodes);
  if (open && shown !== geodes) setShown(geodes);
  return (
    <SmallDialog open={open} onClose={form.onClose} title="Set when they go on sale">
      <ScheduleForm {...form} geodes={shown} />
    </SmallDialog>
  );
};

const draftsText = (drafts: number, count: number): string => {
  if (drafts === 0) return '';
  const which =
    drafts === count ? 'All of them are drafts' : `${drafts} of them ${drafts === 1 ? 'is a draft' : 'are drafts'}`;
  return ` ${count === 1 ? 'It is a draft' : which}: only you see ${drafts === 1 ? 'it' : 'them'}.`;
};

const ScheduleForm = ({ geodes, onClose, onChanged }: Omit<ScheduleDialogProps, 'open'>) => {
  const dispatch = useAppDispatch();
  const [schedule, setSchedule] = useState<Schedule>(FIRST_SCHEDULE);
  const [isChecked, setChecked] = useState(false);
  const [send, { isLoading, error }] = useScheduleGeodesMutation();
  useLeaveWarning(schedule !== FIRST_SCHEDULE);
  const change = (part: Partial<Schedule>) => setSchedule((now) => ({ ...now, ...part }));

  const drafts = draftsAmong(geodes);
  const instant = chosenInstant(schedule);
  const problem = isChecked ? scheduleProblem(schedule) : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (scheduleProblem(schedule)) return;
    const { data } = await send({ ids: geodes.map(({ id }) => id), ...scheduleChanges(schedule) });
    if (!data) return;
    dispatch(notified({ title: 'Inventory updated', text: changedText(data.changed) }));
    onClose();
    onChanged();
  };
  const unstarted = schedule.start === 'unchanged' ? problem : undefined;
  return (
    <form noValidate aria-busy={isLoading} onSubmit={(event) => void submit(event)}>
      <p>
        {counted(geodes.length, 'geode')}.{draftsText(drafts, geodes.length)}
      </p>
      <div className={styles.start}>
        <OptionGroup
          legend="When"
          look="list"
          options={drafts > 0 ? saleStarts : saleStarts.filter(({ value }) => value !== 'unchanged')}
          value={schedule.start}
          onChange={(start) => change({ start })}
        />
      </div>
      {schedule.start === 'instant' && (
        <InstantField
          label="On sale from"
          minute={schedule.minute}
          onMinute={(minute) => change({ minute })}
          instant={instant}
          required
          error={problem}
          question={instantWarning(instant)}
        />
      )}
      {drafts > 0 && (
        <Checkbox label="Publish drafts" checked={schedule.publishes} onChange={(publishes) => change({ publishes })} />
      )}
      <FailureNote error={error} text={error ? scheduleFailureText(error) : unstarted} className={styles.failure} />
      <DialogAnswers busy={isLoading} onCancel={onClose}>
        Change {counted(geodes.length, 'Geode')}
      </DialogAnswers>
    </form>
  );
};

const NONE: Selection<Geode> = new Map();

/**
 * Holds the selected geodes of the inventory. A search or filter hides geodes without deselecting them, but `selection`
 * has only shown ones: nothing is changed that the owner does not see.
 */
export const useInventorySelection = (shown: readonly Geode[]) => {
  const [stored, setStored] = useState(NONE);
  const selection: Selection<Geode> = useMemo(
    () => new Map(selectedOf(stored, shown).map((geode) => [geode.id, geode])),
    [stored, shown],
  );
  const lastShown = useRef(shown);
  useEffect(() => {
    lastShown.current = shown;
  }, [shown]);
  /** Stays the same function, so that a live event does not render all rows. */
  const toggle = useCallback((geodes: readonly Geode[], isOn: boolean) => {
    const inView = lastShown.current;
    setStored((now) => selectAmong(inView, now, geodes, isOn));
  }, []);
  return { selection, toggle, selectNone: () => setStored(NONE) };
};
