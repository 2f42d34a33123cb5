import { IsEmail, IsNotEmpty, IsOptional, IsString, IsUrl, Matches } from 'class-validator';
import { readEnvironment, ServiceEnvironment } from '@geodes/kit';

/** `shop@example.com` or `Shop <shop@example.com>` */
const SENDER = /^(?:[^\s@<>]+@[^\s@<>]+|[^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>)$/;
const EMAIL_OR_NONE = /^(?:none|[^\s@<>]+@[^\s@<>]+)$/;

export class OrdersConfig extends ServiceEnvironment {
  /** postgres://role:password@host:port/database; no other service uses this database. */
  @IsString() @IsNotEmpty() DATABASE_URL!: string;
  @IsString() @IsNotEmpty() REDIS_URL!: string;
  /** smtps://user:password@host:465 or smtp://…:587; unset: no letters are sent. */
  @IsOptional()
  @Matches(/^smtps?:\/\/\S+$/, { message: 'must be like smtps://user:password@host:465' })
  SMTP_URL?: string;
  /** The sender; unset: the contact email. */
  @IsOptional() @Matches(SENDER, { message: 'must be an email address, or a name with one' }) MAIL_FROM?: string;
  /** Receives the owner's letters; unset: the contact email; `none`: they are not sent. */
  @IsOptional() @Matches(EMAIL_OR_NONE, { message: 'must be an email address, or none' }) OWNER_EMAIL?: string;
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  PUBLIC_URL: string = 'http://localhost:8080';
  @IsEmail({ require_tld: false }) CONTACT_EMAIL: string = 'support@midwestgeodes.example';
}

export const readConfig = (): OrdersConfig => readEnvironment(OrdersConfig, process.env);
