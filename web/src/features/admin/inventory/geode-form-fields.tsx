import type { Geode } from '@geodes/contracts';
import { saleTimeText } from '@geodes/contracts/sale-time';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isApiError } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { availabilityOf } from '../../geodes/availability.js';
import type { SheetFormProps } from '../form/form-sheet.js';
import styles from '../form/form-sheet.module.css';
import { PictureForm } from '../form/picture-form.js';
import { History } from '../history/history.js';
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

export const GeodeFormFields = ({ opened, ...sheet }: GeodeFormFieldsProps) => {
  const { geode, save } = useSaveGeode(opened);
  const form = useForm<GeodeForm>({ defaultValues: toForm(opened) });
  const rules = geodeFormRules(geode);
  const formFieldOf = (name: FormField) => (
    <GeodeFormField key={name} name={name} form={form} rules={rules} opened={opened} />
  );
  return (
    <PictureForm
      {...sheet}
      form={form}
      name="Geode"
      noun="geode"
      isNew={!opened}
      picturesLabel="Pictures"
      checkPictures={rules.pictures}
      save={save}
      submitLabel={opened ? 'Save' : 'Add Geode'}
      head={geode && <StockNote geode={geode} />}
    >
      {WIDE_FIELDS.map(formFieldOf)}
      <div className={styles.two}>{FORM_FIELDS.filter((name) => !WIDE_FIELDS.includes(name)).map(formFieldOf)}</div>
      {geode && <History of="geodes" id={geode.id} />}
    </PictureForm>
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
 * Adds or edits a geode. If the server refuses an edit because the stock changed, rereads the stock into `geode`, so that the
 * owner decides on present values.
 */
const useSaveGeode = (opened: Geode | undefined) => {
  const dispatch = useAppDispatch();
  const [geode, setGeode] = useState(opened);
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
  const edit = (read: Geode, form: GeodeForm) => update({ id: read.id, changes: geodeChanges(read, form) });

  const save = async (form: GeodeForm) => {
    if (!geode) return create(newGeodeBody(form));
    if (Object.keys(geodeChanges(geode, form)).length === 0) return undefined;
    let { error } = await edit(geode, form);
    const reread = isChanged(error) ? await rereadStock(geode) : undefined;
    // Live events change the listed stock but not its `updatedAt`: the owner may have decided on the present stock.
    if (reread && hasSameStock(geode, reread)) ({ error } = await edit(reread, form));
    return { error, note: reread && isChanged(error) ? ` ${leftText(reread.quantity)}` : '' };
  };
  return { geode, save };
};
