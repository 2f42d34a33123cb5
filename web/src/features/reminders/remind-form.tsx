import { isEmailAddress, WRONG_EMAIL } from '@geodes/contracts/email';
import type { Geode, Nothing } from '@geodes/contracts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldErrors, messageOf } from '../../app/api-error.js';
import { api } from '../../app/api.js';
import { useAppDispatch } from '../../app/hooks.js';
import { shopTime } from '../../app/shop-clock.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { takeFocus } from '../../ui/use-focus-fallback.js';
import { useSolvedChallenge } from '../challenge/needed-challenge.js';
import styles from './remind-form.module.css';

const remindersApi = api.injectEndpoints({
  endpoints: (build) => ({
    askReminder: build.mutation<Nothing, { geodeId: string; email: string; challenge: string | undefined }>({
      query: ({ geodeId, ...body }) => ({
        url: `/geodes/${encodeURIComponent(geodeId)}/reminders`,
        method: 'POST',
        body,
      }),
    }),
  }),
});

const { askReminder } = remindersApi.endpoints;

/** Limit of the server in characters. */
const MAX_LENGTH = 254;
const HOUR_MS = 3_600_000;

/** Asks for the email to which the shop writes before a geode goes on sale. */
export const RemindForm = ({ geode }: { geode: Pick<Geode, 'id' | 'availableFrom'> }) => {
  const dispatch = useAppDispatch();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = formState;
  const [failure, setFailure] = useState('');
  const [said, setSaid] = useState<string>();
  const isSoon = Date.parse(geode.availableFrom ?? '') - (shopTime() ?? 0) < HOUR_MS;
  const sendSolved = useSolvedChallenge();
  useEffect(() => setFocus('email'), [setFocus]);

  const send = async (typed: { email: string }) => {
    setFailure('');
    const email = typed.email.trim();
    const { error } = await sendSolved((solution) =>
      dispatch(askReminder.initiate({ geodeId: geode.id, email, challenge: solution })),
    );
    if (!error) return setSaid(`We will write to ${email} ${isSoon ? 'in a moment' : 'an hour before'}.`);
    const [refused] = fieldErrors(error);
    if (refused?.field === 'email') setError('email', { message: refused.reason }, { shouldFocus: true });
    else setFailure(messageOf(error, 'We did not get your email address. Please try again.'));
  };

  if (said !== undefined)
    return (
      <p ref={takeFocus} tabIndex={-1} className={styles.sent}>
        {said}
      </p>
    );
  return (
    <form
      noValidate
      aria-label="Notify me"
      className={styles.form}
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <Field
        {...register('email', { validate: (email) => isEmailAddress(email.trim()) || WRONG_EMAIL })}
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={MAX_LENGTH}
        aria-required
        error={errors.email?.message}
        isAlerting
        className={styles.email}
      />
      <p className="small">One letter, {isSoon ? 'in a moment' : 'an hour before it goes on sale'}.</p>
      <div role="alert" className="failure">
        {failure}
      </div>
      <Button type="submit" busy={isSubmitting}>
        Notify me
      </Button>
    </form>
  );
};
