import type { ShopDetails } from '@geodes/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldErrors, messageOf } from '../../../app/api-error.js';
import { api } from '../../../app/api.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { phoneHours } from '../../../app/site-config.api.js';
import { notified } from '../../../app/notices.slice.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { useBackEntry } from '../../../ui/use-back-entry.js';
import { useDiscardQuestion, useLeaveWarning } from '../form/unsaved-changes.js';
import { type Failure, failureText } from '../form/failure.js';
import { History } from '../history/history.js';
import { FailureNote } from '../form/failure-note.js';
import { PanelSection } from '../panel-section.js';
import styles from './settings-tab.module.css';

const { useGetShopDetailsQuery, useChangeShopDetailsMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    getShopDetails: build.query<ShopDetails, void>({
      query: () => ({ url: '/admin/shop-details' }),
      providesTags: ['ShopDetails'],
    }),
    changeShopDetails: build.mutation<ShopDetails, ShopDetails>({
      query: (body) => ({ url: '/admin/shop-details', method: 'PUT', body }),
      // also the site's configuration, which the texts of this page come from
      invalidatesTags: (_details, error) => (error ? [] : ['ShopDetails']),
    }),
  }),
});

/** What the owner says about the shop: on the site, in Terms and in letters. */
export const SettingsShopDetails = () => {
  const { data, error } = useGetShopDetailsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <PanelSection title="Shop details">
      {error && !data && <p className="small">{messageOf(error, 'The shop details cannot be shown at the moment.')}</p>}
      {data && (
        <>
          <ShopDetailsForm details={data} />
          <History of="shop-details" />
        </>
      )}
    </PanelSection>
  );
};

type ShopDetailsForm = Required<ShopDetails>;
type Name = keyof ShopDetailsForm;

/** Limits of the server in characters. */
const MAX_LENGTH = {
  contactEmail: 254,
  contactPhone: 40,
  contactLocation: 100,
  hours: 200,
  legalName: 200,
  postalAddress: 500,
  announcement: 200,
} as const satisfies Record<Name, number>;

const isName = (field: string): field is Name => Object.hasOwn(MAX_LENGTH, field);

const toForm = (details: ShopDetails): ShopDetailsForm => {
  const names = Object.keys(MAX_LENGTH) as Name[];
  // Text areas have line feeds only; else an unchanged text would count as changed.
  const texts = names.map((name) => [name, details[name]?.replaceAll('\r\n', '\n') ?? '']);
  return Object.fromEntries(texts) as ShopDetailsForm;
};

const ShopDetailsForm = ({ details }: { details: ShopDetails }) => {
  const dispatch = useAppDispatch();
  const [change] = useChangeShopDetailsMutation();
  const [failure, setFailure] = useState<Failure>();
  const { register, handleSubmit, formState, setError, reset } = useForm<ShopDetailsForm>({
    values: toForm(details),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, dirtyFields, isDirty, isSubmitting } = formState;
  useLeaveWarning(isDirty);
  const { askBefore, question } = useDiscardQuestion();
  useBackEntry(isDirty, () => askBefore(() => reset(toForm(details), { keepDirtyValues: false })));

  const save = handleSubmit(async (form) => {
    setFailure(undefined);
    const changes = Object.fromEntries(Object.entries(form).filter(([field]) => isName(field) && dirtyFields[field]));
    const { data, error } = await change(changes);
    if (data) {
      reset(toForm(data));
      dispatch(notified({ title: 'Shop details saved', text: 'The site shows them from now on.' }));
      return;
    }
    setFailure({ error, text: failureText(error) });
    for (const [place, { field, reason }] of fieldErrors(error).entries())
      if (isName(field)) setError(field, { message: reason }, { shouldFocus: place === 0 });
  });
  const field = (name: Name) => ({
    ...register(name),
    // The outcome replaces what is in the fields.
    readOnly: isSubmitting,
    maxLength: MAX_LENGTH[name],
    autoComplete: 'off',
    error: errors[name]?.message,
  });

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Field {...field('contactEmail')} label="Contact email" type="email" aria-required />
      <Field {...field('contactPhone')} label="Phone" type="tel" optional />
      <Field {...field('contactLocation')} label="Location" optional />
      <Field {...field('hours')} label="Hours" optional placeholder={phoneHours} />
      <Field {...field('legalName')} label="Legal name" note="Optional, in Terms" />
      <Field isLong {...field('postalAddress')} label="Postal address (optional, in Terms)" />
      <Field {...field('announcement')} label="Announcement" note="Optional, on top of every page" />
      <FailureNote {...failure} className={styles.failure} />
      <Button type="submit" busy={isSubmitting}>
        Save
      </Button>
      {question}
    </form>
  );
};
