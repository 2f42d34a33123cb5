import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import type { Tier } from './geode-fields.js';
import { listOf, together, uuid, type Nothing } from './text.js';

/** One geode of a cart. Geodes are unique, so the quantity is 1. */
export class OrderLine {
  @uuid() geodeId!: string;
  @IsInt() @Min(1) @Max(1) quantity!: number;
}

const geodeOfLine = (line: Partial<OrderLine> | null | undefined): unknown => line?.geodeId;

/** Validates a list of one to `maxLines` lines with distinct geodes. `messages` replace the default texts. */
export const orderLines = (maxLines: number, messages: { tooMany?: string; twice?: string } = {}): PropertyDecorator =>
  listOf(
    () => OrderLine,
    ArrayMinSize(1),
    ArrayMaxSize(maxLines, { message: messages.tooMany }),
    ArrayUnique(geodeOfLine, { message: messages.twice }),
  );

/** Names the browser whose hold an order may use. */
export class Holder {
  @IsOptional() @uuid() browserId?: string;
}

/** Keyed hashes of where a command comes from. Services count by them and never see an IP address. */
export class Network {
  /** Stands for an IPv4 address or the /64 of an IPv6 address. */
  @IsString() @IsNotEmpty() @MaxLength(64) address!: string;
  /** Stands for the /48 of an IPv6 address. */
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(64) site?: string;
}

/** Validates the network of a command; null if its limits are lifted. */
export const networkOf = (): PropertyDecorator =>
  together(
    IsOptional(),
    IsObject(),
    ValidateNested(),
    Type(() => Network),
  );

/** An order takes at most this many geodes that its buyer has not put on hold. */
export const MAX_WITHOUT_HOLD = 10;

/** `details` of NOT_YET. */
export interface NotYetDetails {
  /** The geodes that are not on sale yet. */
  geodeIds: string[];
  /** When all of them are, ISO 8601. */
  availableFrom: string;
}

/**
 * Reserves every line for one order, or none, and takes over units of the buyer's hold. Safe to repeat: the same order
 * gets the same reply. Throws OUT_OF_STOCK with `details: { geodeIds, orderedIds? }`, where `orderedIds` are geodes that
 * an unpaid order of the same browser has reserved, and NOT_YET with NotYetDetails. Later commands for the order are then
 * refused too. Throws BAD_REQUEST for more than MAX_WITHOUT_HOLD geodes that are not on hold, and TOO_MANY_REQUESTS with
 * the remaining seconds if the network keeps too much off sale.
 */
export class ReserveGeodes extends Holder {
  @uuid() orderId!: string;
  @orderLines(50) items!: OrderLine[];
  @networkOf() network?: Network | null;
}

/** The order's snapshot of a reserved geode. */
export interface ReservedGeode {
  geodeId: string;
  quantity: number;
  priceCents: number;
  title: string;
  size: string;
  location: string;
  crystalType: string;
  /** Missing in reservations of earlier releases. */
  tier?: Tier;
  imageUrls: string[];
}

export interface Reservation {
  orderId: string;
  items: ReservedGeode[];
}

/** Releases what an order reserved and did not buy. Safe to repeat; sold units stay sold. */
export class ReleaseGeodes {
  @uuid() orderId!: string;
}

/**
 * Withdraws one unit of each geode of an order whose records are lost: Square has its payment, and the payment's note
 * names the geodes. Held units are taken from their hold, sold ones stay as they are. Throws CHANGED while a checkout has
 * one. Safe to repeat for the same payment.
 */
export class WithdrawGeodes {
  /** The first eight digits of geode ids. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @Matches(/^[0-9a-f]{8}$/, { each: true })
  references!: string[];

  /** Square's id of the payment without an order. */
  @IsString()
  @MaxLength(192)
  squarePaymentId!: string;
}

/** All geodes that match the references, on sale or not. */
export interface WithdrawnGeodes {
  geodes: { id: string; title: string }[];
}

export interface StockMessages {
  'catalog.reserve-geodes': { request: ReserveGeodes; reply: Reservation };
  'catalog.release-geodes': { request: ReleaseGeodes; reply: Nothing };
  'catalog.withdraw-geodes': { request: WithdrawGeodes; reply: WithdrawnGeodes };
}
