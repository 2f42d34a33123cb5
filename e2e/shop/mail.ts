import { MailCatcher } from '@geodes/testing';
import { MAIL_CATCHER_URL } from './address.js';

/** Reads the letters that the shop sent. */
export const mail = new MailCatcher(MAIL_CATCHER_URL);
