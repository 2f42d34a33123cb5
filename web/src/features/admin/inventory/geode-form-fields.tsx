import type { Geode } from '@geodes/contracts';
import { saleTimeText } from '@geodes/contracts/sale-time';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { isApiError } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { availabilityOf } from '../../geodes/availability.js';
import { FormFoot, type SheetFormProps } from '../form/form-sheet.js';
import styles from '../form/form-sheet.module.css';
import { failureText, maybeAddedText, useSaveFailure } from '../form/save-failure.js';
import { usePictureForm } from '../form/use-picture-form.js';
import { History } from '../history/history.js';
import type { UnfinishedPictures } from '../pictures/picture-list.js';
import { PicturesField } from '../pictures/pictures-field.js';
import { GeodeFormField } from './geode-form-field.js';
import {
  FORM_FIELDS,
  type FormField,
  geodeChanges,
  type GeodeForm,
  geodeFormRules,
  newGeodeBody,
  toForm,
} from './geode-form.js';
import { readGeode, useCreateGeodeMutation, useUpdateGeodeMutation } from './inventory.api.js';

interface GeodeFormFieldsProps extends SheetFormProps {
  /** The geode to edit; undefined adds a new one. */
  opened: Geode | undefined;
}

/** They take the whole width of the form. */
const WIDE_FIELDS: readonly FormField[] = ['title', 'description'];

/** The form's name of a field that the server names in an error. */
const fieldOf = (field: string): keyof GeodeForm | undefined => {
  if (field === 'imageUrl' || field.startsWith('imageUrls')) return 'pictures';
  return field in toForm() ? (field as keyof GeodeForm) : undefined;
};

export const GeodeFormFields = ({ opened, isDirty, onDirty, onCancel, onSaved }: GeodeFormFieldsProps) => {
  const { geode, save, failure, isLoggedOut } = useSaveGeode(opened);
  const [unfinished, setUnfinished] = useState<UnfinishedPictures>({ uploading: 0, failed: 0 });
  const form = useForm<GeodeForm>({ defaultValues: toForm(opened) });
  const { errors, isSubmitting } = form.formState;
  const rules = geodeFormRules(geode);
  const {
    field: { ref: picturesRef, value: pictures, onChange: setPictures },
  } = useController({
    control: form.control,
    name: 'pictures',
    rules: { validate: (paths) => rules.pictures(paths, unfinished) },
  });
  const { isQueued, onSubmit } = usePictureForm(form, {
    unfinished,
    save,
    fieldOf,
    invalidText: () => 'Please fix the errors in the form before submitting.',
    onDirty,
    onSaved,
  });

  const formFieldOf = (name: FormField) => (
    <GeodeFormField key={name} name={name} form={form} rules={rules} errors={errors} opened={opened} />
  );

  return (
    <form noValidate className={styles.form} onSubmit={onSubmit}>
      <div className={styles.scroll}>
        {geode && <StockNote geode={geode} />}
        <div ref={picturesRef} tabIndex={-1}>
          <PicturesField
            label="Pictures"
            value={pictures}
            onChange={setPictures}
            error={errors.pictures?.message}
            onUnfinished={setUnfinished}
          />
        </div>
        {WIDE_FIELDS.map(formFieldOf)}
        <div className={styles.two}>{FORM_FIELDS.filter((name) => !WIDE_FIELDS.includes(name)).map(formFieldOf)}</div>
        {geode && <History of="geodes" id={geode.id} />}
      </div>
      <FormFoot
        failure={failure}
        isLoggedOut={isLoggedOut}
        isDirty={isDirty}
        isQueued={isQueued}
        isSubmitting={isSubmitting}
        submitLabel={opened ? 'Save' : 'Add Geode'}
        onCancel={onCancel}
      />
    </form>
  );
};

/** Explains what editing a geode does that cannot be bought now, and that a draft is one. */
const StockNote = ({ geode }: { geode: Geode }) => {
  const texts = [geode.isDraft ? 'This geode is a draft: only you see it.' : '', availabilityNote(geode)];
  const note = texts.filter(Boolean).join(' ');
  return note && <p className={styles.note}>{note}</p>;
};

const availabilityNote = (geode: Geode): string => {
  switch (availabilityOf(geode)) {
    case 'available':
      return '';
    case 'upcoming':
      return upcomingNote(geode);
    case 'held':
      return 'This geode is in another checkout. You can edit it; leave its quantity as it is, unless you have one more of it.';
    case 'sold':
      return 'This geode is sold. You can edit it without putting it back on sale; it is on sale again only if you set a quantity of 1 or more.';
  }
};

const upcomingNote = ({ isDraft, availableFrom }: Geode): string => {
  if (!availableFrom) return '';
  const time = saleTimeText(availableFrom);
  return isDraft
    ? `Once it is no draft, it goes on sale ${time}.`
    : `This geode goes on sale ${time}. Buyers see it with its price, but cannot buy it before.`;
};

/** Also fits geodes that go on sale later. */
const leftText = (quantity: number): string => (quantity === 1 ? '1 is left.' : `${quantity} are left.`);

const isChanged = (error: unknown): boolean => isApiError(error) && error.code === 'CHANGED';

const hasSameStock = (one: Geode, other: Geode): boolean =>
  one.quantity === other.quantity && one.availability === other.availability;

/**
 * Adds or edits a geode and reports the outcome. If the server refuses an edit because the stock changed, rereads the stock
 * into `geode`, so that the owner decides on present values.
 */
const useSaveGeode = (opened: Geode | undefined) => {
  const dispatch = useAppDispatch();
  const [geode, setGeode] = useState(opened);
  const { failure, isLoggedOut, clearFailure, showFailure } = useSaveFailure();
  const [create] = useCreateGeodeMutation();
  const [update] = useUpdateGeodeMutation();

  const rereadStock = async (read: Geode): Promise<Geode | undefined> => {
    const present = await dispatch(readGeode(read.id));
    if (!present) return undefined;
    const { quantity, availableQuantity, availability, isAvailable, updatedAt } = present;
    const reread = { ...read, quantity, availableQuantity, availability, isAvailable, updatedAt };
    setGeode(reread);
    return reread;
  };

  const send = (form: GeodeForm, read: Geode | undefined) => {
    if (!read) return create(newGeodeBody(form));
    return update({ id: read.id, changes: geodeChanges(read, form) });
  };

  /** Resolves to the error of a failed call. Sends nothing if nothing was changed. */
  const save = async (form: GeodeForm): Promise<unknown> => {
    clearFailure();
    if (geode && Object.keys(geodeChanges(geode, form)).length === 0) return undefined;
    let { error } = await send(form, geode);
    const reread = geode && isChanged(error) ? await rereadStock(geode) : undefined;
    // Live events change the listed stock but not its `updatedAt`: the owner may have decided on the present stock.
    if (geode && reread && hasSameStock(geode, reread)) ({ error } = await send(form, reread));
    if (error) {
      const text = failureText(error, geode ? undefined : maybeAddedText('geode'));
      showFailure(error, text + (reread && isChanged(error) ? ` ${leftText(reread.quantity)}` : ''));
      const title = geode ? 'Failed to update geode' : 'Failed to add geode';
      dispatch(notified({ title, text: 'Please try again.', tone: 'bad' }));
      return error;
    }
    dispatch(notified({ title: geode ? 'Geode updated' : 'Geode added', text: form.title.trim() }));
    return undefined;
  };

  return { geode, save, failure, isLoggedOut };
};
