import { Check, Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { LetterKind, LetterState } from '@geodes/contracts';

/** Somebody wants one letter an hour before a geode goes on sale. Its letters are deleted with it. */
@Entity('sale_reminder')
@Index('sale_reminder_once', ['email', 'geodeId'], { unique: true })
@Index('sale_reminder_open', ['geodeId'], { where: 'lettered_at IS NULL' })
export class SaleReminder {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sale_reminder_pkey' })
  id!: string;

  @Column('uuid', { name: 'geode_id' })
  geodeId!: string;

  @Column('text')
  email!: string;

  /** The last time. */
  @Column({ type: 'timestamptz', name: 'asked_at', precision: 3, default: () => 'now()' })
  askedAt!: Date;

  /** When its letter was written; null while it waits for its geode. */
  @Column({ type: 'timestamptz', name: 'lettered_at', nullable: true, precision: 3 })
  letteredAt!: Date | null;
}

/** What a buyer asked; erased with the letter. */
export interface AskedQuestion {
  geodeId: string;
  title: string;
  name: string;
  email: string;
  question: string;
}

/**
 * An email of the shop, written in the transaction of what it reports. It is rendered from the current rows when it is sent,
 * so that only questions hold personal data.
 */
@Entity('letter')
@Index('letter_once', ['kind', 'subjectId'], { unique: true })
@Index('letter_due', ['nextTryAt'], { where: "state = 'waiting'" })
@Index('letter_unsent', ['state', 'createdAt'], { where: "state <> 'sent'" })
@Index('letter_reminder', ['reminderId'], { where: 'reminder_id IS NOT NULL' })
// Finds the questions of an email.
@Index('letter_asker', { synchronize: false })
@Check('letter_state', "state IN ('waiting', 'sent', 'failed', 'off')")
export class LetterRow {
  /** Also the local part of its Message-ID. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'letter_pkey' })
  id!: string;

  @Column('text')
  kind!: LetterKind;

  /** The order, refund, payment difference, question or code that it is about; a reminder with the instant of the sale. */
  @Column('text', { name: 'subject_id' })
  subjectId!: string;

  @Index('letter_order')
  @Column('uuid', { name: 'order_id', nullable: true })
  orderId!: string | null;

  @Column('jsonb', { nullable: true })
  question!: AskedQuestion | null;

  @Column('uuid', { name: 'reminder_id', nullable: true })
  reminderId!: string | null;

  @ManyToOne(() => SaleReminder, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'reminder_id', foreignKeyConstraintName: 'letter_of_reminder' })
  reminder?: SaleReminder;

  @Column('text', { default: 'waiting' })
  state!: LetterState;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  /** Begin of the day of tries: its creation, or the owner's last retry. */
  @Column({ type: 'timestamptz', name: 'waiting_since', precision: 3, default: () => 'now()' })
  waitingSince!: Date;

  @Column('integer', { default: 0 })
  tries!: number;

  /** While a process sends the letter, the end of its claim. */
  @Column({ type: 'timestamptz', name: 'next_try_at', precision: 3, default: () => 'now()' })
  nextTryAt!: Date;

  /** Why the last try failed, or why the letter is not to be sent; null if it is off for want of a mail server. */
  @Column('text', { name: 'last_error', nullable: true })
  lastError!: string | null;

  @Column({ type: 'timestamptz', name: 'sent_at', nullable: true, precision: 3 })
  sentAt!: Date | null;
}
