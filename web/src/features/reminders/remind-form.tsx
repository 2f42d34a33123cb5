import { isEmailAddress, WRONG_EMAIL } from '@geodes/contracts/email';
import type { FieldError, Geode } from '@geodes/contracts';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isApiError, messageOf } from '../../app/api-error.js';
import { useAppDispatch } from '../../app/hooks.js';
import { shopTime } from '../../app/shop-clock.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { solveAhead } from '../challenge/needed-challenge.js';
import styles from './remind-form.module.css';
import { sendReminder } from './reminders.api.js';

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
  /** The solution made while the email is typed. */
  const prepared = useRef<Promise<string | undefined>>(undefined);
  useEffect(() => {
    setFocus('email');
    prepared.current = dispatch(solveAhead());
  }, [dispatch, setFocus]);

  const send = async (typed: { email: string }) => {
    setFailure('');
    const email = typed.email.trim();
    const { error } = await dispatch(sendReminder({ geodeId: geode.id, email }, await prepared.current));
    if (!error) return setSaid(`We will write to ${email} ${isSoon ? 'in a moment' : 'an hour before'}.`);
    // each solution is accepted once
    prepared.current = dispatch(solveAhead());
    const [refused] = isApiError(error) && Array.isArray(error.details) ? (error.details as FieldError[]) : [];
    if (refused?.field === 'email') setError('email', { message: refused.reason }, { shouldFocus: true });
    else setFailure(messageOf(error, 'We did not get your email address. Please try again.'));
  };

  if (said !== undefined) return <Sent>{said}</Sent>;
  return (
    <form
      noValidate
      aria-label="Notify me"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void handleSubmit(send)();
      }}
    >
      <Field
        {...register('email', { validate: (email) => isEmailAddress(email.trim()) || WRONG_EMAIL })}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={MAX_LENGTH}
        aria-required
        error={errors.email?.message}
        className={styles.email}
      />
      <p className="small">One letter, {isSoon ? 'in a moment' : 'an hour before it goes on sale'}.</p>
      <div role="alert" className={styles.failure}>
        {failure}
      </div>
      <Button type="submit" busy={isSubmitting}>
        Notify me
      </Button>
    </form>
  );
};

/** Takes the focus of the form that it replaces, so that screen readers read it. */
const Sent = ({ children }: { children: string }) => {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <p ref={text} tabIndex={-1} className={styles.sent}>
      {children}
    </p>
  );
};
