import { isEmailAddress, WRONG_EMAIL } from '@geodes/contracts/email';
import type { Geode, Nothing, QuestionBody } from '@geodes/contracts';
import { useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { fieldErrors, messageOf } from '../../app/api-error.js';
import { api, newKey } from '../../app/api.js';
import { useAppDispatch } from '../../app/hooks.js';
import { notified } from '../../app/notices.slice.js';
import { Button, CloseButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { takeFocus } from '../../ui/use-focus-fallback.js';
import { useSolvedChallenge } from '../challenge/needed-challenge.js';
import styles from './ask-question.module.css';

interface SentQuestion extends QuestionBody {
  geodeId: string;
  /** The Idempotency-Key. */
  key: string;
  challenge: string | undefined;
}

const questionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    askQuestion: build.mutation<Nothing, SentQuestion>({
      query: ({ geodeId, key, ...body }) => ({
        url: `/geodes/${encodeURIComponent(geodeId)}/questions`,
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        body,
      }),
    }),
  }),
});

const { askQuestion } = questionsApi.endpoints;

/** Limits of the server in characters. */
const MAX_LENGTH = { name: 100, email: 254, question: 2_000 } as const satisfies Record<keyof QuestionBody, number>;

const EMPTY: QuestionBody = { name: '', email: '', question: '' };

/** The last sent text and its key: the same text again is the same question, also from a form that was closed meanwhile. */
let sent = { text: '', key: '' };

interface AskQuestionProps {
  open: boolean;
  geode: Pick<Geode, 'id' | 'title'>;
  onClose: () => void;
}

/** The form for a question about a geode. What is typed stays when the dialog is closed, until it is sent. */
export const AskQuestion = ({ open, geode, onClose }: AskQuestionProps) => {
  const form = useForm<QuestionBody>({ defaultValues: EMPTY });
  const [repliedTo, setRepliedTo] = useState<string>();
  const close = () => {
    if (repliedTo !== undefined) {
      form.reset(EMPTY);
      setRepliedTo(undefined);
    }
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} label="Ask about this stone" className={styles.dialog}>
      <header className={`row between ${styles.head}`}>
        <h2>Ask about this stone</h2>
        <CloseButton onClick={close} />
      </header>
      {repliedTo === undefined ? (
        <QuestionForm geode={geode} form={form} onSent={setRepliedTo} />
      ) : (
        <Sent email={repliedTo} onClose={close} />
      )}
    </Dialog>
  );
};

interface QuestionFormProps {
  geode: AskQuestionProps['geode'];
  form: UseFormReturn<QuestionBody>;
  onSent: (email: string) => void;
}

const QuestionForm = ({ geode, form, onSent }: QuestionFormProps) => {
  const dispatch = useAppDispatch();
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const [failure, setFailure] = useState('');
  const sendSolved = useSolvedChallenge();
  const shown = useRef<HTMLFormElement>(null);

  const send = async (typed: QuestionBody) => {
    setFailure('');
    const text = JSON.stringify([geode.id, typed]);
    if (sent.text !== text) sent = { text, key: newKey() };
    const question = { ...typed, geodeId: geode.id, key: sent.key };
    const { error } = await sendSolved((solution) =>
      dispatch(askQuestion.initiate({ ...question, challenge: solution })),
    );
    if (!error) {
      sent = { text: '', key: '' };
      return onSent(typed.email.trim());
    }
    if (!shown.current) {
      const reason = messageOf(error, 'Please try again.');
      dispatch(notified({ title: 'Your question was not sent', text: reason, tone: 'bad' }));
    }
    const refused = fieldErrors(error);
    const known = refused.filter(({ field }) => Object.hasOwn(EMPTY, field));
    for (const [place, { field, reason }] of known.entries())
      setError(field as keyof QuestionBody, { message: reason }, { shouldFocus: place === 0 });
    if (known.length === 0) setFailure(messageOf(error, 'Your question was not sent. Please try again.'));
  };

  return (
    <form ref={shown} noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
      <p>
        About <b>{geode.title}</b>. Your question goes to the shop by email, with your name and your email address for
        the reply.
      </p>
      <Field
        {...register('name', { validate: (name) => name.trim() !== '' || 'Please enter your name.' })}
        label="Name"
        autoComplete="name"
        maxLength={MAX_LENGTH.name}
        aria-required
        error={errors.name?.message}
        isAlerting
      />
      <Field
        {...register('email', { validate: (email) => isEmailAddress(email.trim()) || WRONG_EMAIL })}
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={MAX_LENGTH.email}
        aria-required
        error={errors.email?.message}
        isAlerting
      />
      <Field
        isLong
        {...register('question', { validate: (question) => question.trim() !== '' || 'Please enter your question.' })}
        label="Question"
        maxLength={MAX_LENGTH.question}
        aria-required
        error={errors.question?.message}
        isAlerting
      />
      <div role="alert" className={`failure ${styles.failure}`}>
        {failure}
      </div>
      <Button type="submit" busy={isSubmitting}>
        Send question
      </Button>
    </form>
  );
};

const Sent = ({ email, onClose }: { email: string; onClose: () => void }) => (
  <>
    <p ref={takeFocus} tabIndex={-1} className={styles.sent}>
      Thank you. Your question was sent. We will reply to {email}.
    </p>
    <Button look="secondary" onClick={onClose}>
      Close
    </Button>
  </>
);
