import { isEmailAddress, WRONG_EMAIL } from '@geodes/contracts/email';
import type { Geode, Nothing } from '@geodes/contracts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
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
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [said, setSaid] = useState<string>();
  const isSoon = Date.parse(geode.availableFrom ?? '') - (shopTime() ?? 0) < HOUR_MS;
  const sendSolved = useSolvedChallenge();
  useEffect(() => field.current?.focus(), []);

  const refuse = (reason: string) => {
    setProblem(reason);
    field.current?.focus();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setFailure('');
    const wanted = email.trim();
    if (!isEmailAddress(wanted)) return refuse(WRONG_EMAIL);
    setIsSending(true);
    const { error } = await sendSolved((challenge) =>
      dispatch(askReminder.initiate({ geodeId: geode.id, email: wanted, challenge })),
    );
    setIsSending(false);
    if (!error) return setSaid(`We will write to ${wanted} ${isSoon ? 'in a moment' : 'an hour before'}.`);
    const [refused] = fieldErrors(error);
    if (refused?.field === 'email') refuse(refused.reason);
    else setFailure(messageOf(error, 'We did not get your email address. Please try again.'));
  };

  if (said !== undefined)
    return (
      <p ref={takeFocus} tabIndex={-1} className={styles.sent}>
        {said}
      </p>
    );
  return (
    <form noValidate aria-label="Notify me" className={styles.form} onSubmit={(event) => void send(event)}>
      <Field
        ref={field}
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        maxLength={MAX_LENGTH}
        aria-required
        value={email}
        error={problem}
        isAlerting
        className={styles.email}
        onChange={(event) => {
          setEmail(event.target.value);
          setProblem('');
        }}
      />
      <p className="small">One letter, {isSoon ? 'in a moment' : 'an hour before it goes on sale'}.</p>
      <div role="alert" className="failure">
        {failure}
      </div>
      <Button type="submit" busy={isSending}>
        Notify me
      </Button>
    </form>
  );
};
