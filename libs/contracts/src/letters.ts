import { IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { MAX_CHALLENGE_LENGTH } from './challenges.js';
import { emailAddress, trimmed, trimmedLines, uuid, type Nothing } from './text.js';

/**
 * The shop's emails. To the buyer: `order-paid`, `order-shipped`, `refund`; to who asked: `sale-reminder`. To the owner:
 * `new-order`, `payment-review`, `question`, `test`.
 */
export type LetterKind =
  'order-paid' | 'order-shipped' | 'refund' | 'sale-reminder' | 'new-order' | 'payment-review' | 'question' | 'test';

/** `failed`: a day of tries was not enough. `off`: no mail server was configured. */
export type LetterState = 'waiting' | 'sent' | 'failed' | 'off';

/** A letter in the panel. Times are ISO 8601. */
export interface Letter {
  id: string;
  kind: LetterKind;
  /** Null for letters that are about no order. */
  orderId: string | null;
  orderNumber: string | null;
  state: LetterState;
  createdAt: string;
  tries: number;
  /** Null unless it is waiting. */
  nextTryAt: string | null;
  /** The mail server's words, or why it could not be reached. */
  lastError: string | null;
}

/** Reply of GET /api/admin/letters: failed letters, then waiting ones that were tried, each oldest first. */
export interface LetterList {
  letters: Letter[];
  counts: Record<Exclude<LetterState, 'sent'>, number>;
  /** False while no letters are sent because `SMTP_URL` is unset. */
  hasMailServer: boolean;
}

export class ListLetters {
  @IsInt() @Min(1) @Max(500) limit!: number;
}

/** Sends one letter again, or all that failed or were off if no id is given. */
export class RetryLetter {
  @IsOptional() @uuid() id?: string;
}

/** What a buyer asks about a geode. The email is the reply's address. */
export class QuestionBody {
  @trimmed() @IsString() @IsNotEmpty({ message: 'Please enter your name.' }) @MaxLength(100) name!: string;
  @emailAddress() email!: string;
  @trimmedLines()
  @IsString()
  @IsNotEmpty({ message: 'Please enter your question.' })
  @MaxLength(2_000)
  question!: string;
}

/** Body of POST /api/geodes/{id}/questions. */
export class AskQuestionBody extends QuestionBody {
  /** A SolvedChallenge. */
  @IsOptional() @IsString() @MaxLength(MAX_CHALLENGE_LENGTH) challenge?: string;
}

/** Records a question for the owner. Safe to repeat with the same id. */
export class AskQuestion extends QuestionBody {
  @uuid() id!: string;
  @uuid() geodeId!: string;
  @IsString() @IsNotEmpty() @MaxLength(300) title!: string;
}

/** Body of POST /api/geodes/{id}/reminders. */
export class AskReminderBody {
  @emailAddress() email!: string;
  /** A SolvedChallenge. */
  @IsOptional() @IsString() @MaxLength(MAX_CHALLENGE_LENGTH) challenge?: string;
}

/**
 * Asks for one letter an hour before the geode goes on sale; at once if that is sooner. Safe to repeat: one letter per geode
 * and email address.
 */
export class AskReminder {
  @emailAddress() email!: string;
  @uuid() geodeId!: string;
}

/** Identifies a test letter: the owner reads the code in it. */
export class TestLetterCode {
  @Matches(/^\d{6}$/) code!: string;
}

/** A test letter to the owner. */
export interface TestLetter {
  /** Null if OWNER_EMAIL is `none`. */
  to: string | null;
  /** Host of SMTP_URL; null if it is unset. */
  mailServer: string | null;
  /** Null if there is no letter with the code. */
  state: LetterState | null;
  /** As in Letter. */
  lastError: string | null;
}

export interface LetterMessages {
  'orders.list-letters': { request: ListLetters; reply: LetterList };
  'orders.retry-letter': { request: RetryLetter; reply: { retried: number } };
  /** Safe to repeat with the same code. Sends nothing without a mail server or a recipient. */
  'orders.send-test-letter': { request: TestLetterCode; reply: TestLetter };
  'orders.find-test-letter': { request: TestLetterCode; reply: TestLetter };
  'orders.ask-reminder': { request: AskReminder; reply: Nothing };
  'orders.ask-question': { request: AskQuestion; reply: Nothing };
}
