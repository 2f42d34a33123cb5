import type { Geode } from '@geodes/contracts';
import { GEODE_FIELDS, geodeField, isRequired } from '@geodes/contracts/geode-fields';
import { saleTimeText } from '@geodes/contracts/sale-time';
import { useState } from 'react';
import { useForm, useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { isApiError } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { Field } from '../../../ui/field.js';
import { Switch } from '../../../ui/switch.js';
import { availabilityOf } from '../../geodes/availability.js';
import type { SheetFormProps } from '../form/form-sheet.js';
import styles from '../form/form-sheet.module.css';
import { PictureForm } from '../form/picture-form.js';
import { History } from '../history/history.js';
import { InstantField, SelectField } from '../form/form-fields.js';
import { isInstant, toInstant } from '../dates.js';
import {
  FORM_FIELDS,
  type FormField,
  geodeChanges,
  type GeodeForm,
  geodeFormRules,
  newGeodeBody,
  toForm,
  optionsOf,
  OTHER_PLACE,
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
    // After a hold that ended, the owner has decided on the present stock.
    if (reread && hasSameStock(geode, reread)) ({ error } = await edit(reread, form));
    return { error, note: reread && isChanged(error) ? ` ${leftText(reread.quantity)}` : '' };
  };
  return { geode, save };
};

interface GeodeFormFieldProps {
  name: FormField;
  form: UseFormReturn<GeodeForm>;
  rules: ReturnType<typeof geodeFormRules>;
  /** The geode to edit; undefined adds a new one. */
  opened: Geode | undefined;
}

/** The control of one field, by its row in GEODE_FIELDS. */
const GeodeFormField = (props: GeodeFormFieldProps) => {
  const { name, form, rules, opened } = props;
  const field = geodeField(name);
  if (field.kind === 'switch') return <SwitchField {...props} label={field.label} hint={field.hint} />;
  if (field.kind === 'instant') return <SaleInstantField {...props} />;
  const common = {
    ...form.register(name, { validate: rules[name] }),
    label: field.label,
    'aria-required': isRequired(field) || undefined,
    error: form.formState.errors[name]?.message,
  };
  if (field.kind === 'price' || field.kind === 'count') {
    const least = field.kind === 'price' ? 0.01 : 1;
    return (
      <Field
        {...common}
        type="number"
        inputMode={field.kind === 'price' ? 'decimal' : 'numeric'}
        step={least}
        min={least}
        onWheel={(event) => event.currentTarget.blur()}
      />
    );
  }
  if (field.kind !== 'text' || field.offered) {
    const select = <SelectField {...common} options={optionsOf(name, opened)} />;
    return name === 'location' ? (
      <div>
        {select}
        <OtherPlace {...props} />
      </div>
    ) : (
      select
    );
  }
  return field.isLong ? (
    <Field isLong {...common} maxLength={field.maxLength} />
  ) : (
    <Field
      {...common}
      placeholder={field.example}
      optional={!isRequired(field)}
      autoComplete="off"
      maxLength={field.maxLength}
    />
  );
};

/** Takes the name of a place that is not offered. */
const OtherPlace = ({ form: { register, control, formState }, rules }: GeodeFormFieldProps) => {
  const location = useWatch({ control, name: 'location' });
  if (location !== OTHER_PLACE) return null;
  return (
    <Field
      {...register('otherPlace', { validate: rules.otherPlace })}
      label="Name of the place"
      autoComplete="off"
      maxLength={GEODE_FIELDS.location.maxLength}
      aria-required
      error={formState.errors.otherPlace?.message}
    />
  );
};

/** Takes when the geode goes on sale. */
const SaleInstantField = ({ form: { control, formState }, rules, opened }: GeodeFormFieldProps) => {
  const {
    field: { value, onChange, onBlur, ref },
  } = useController({ control, name: 'availableFrom', rules: { validate: rules.availableFrom } });
  const instant = toInstant(value, opened?.availableFrom);
  return (
    <InstantField
      ref={ref}
      label={GEODE_FIELDS.availableFrom.label}
      minute={value}
      onMinute={onChange}
      onBlur={onBlur}
      instant={isInstant(instant) ? instant : undefined}
      hint="Empty: on sale at once"
      error={formState.errors.availableFrom?.message}
    />
  );
};

const SwitchField = ({
  name,
  form: { control },
  label,
  hint,
}: GeodeFormFieldProps & { label: string; hint: string }) => {
  const {
    field: { value, onChange },
  } = useController({ control, name });
  return (
    <div className={styles.featured}>
      <span aria-hidden>{label}</span>
      <div className="row">
        <Switch label={label} isOn={value === true} onChange={onChange} />
        <span className="small" aria-hidden>
          {hint}
        </span>
      </div>
    </div>
  );
};
