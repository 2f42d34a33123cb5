import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import type { Tier } from './geodes.js';
import { together, uuid } from './text.js';

/** One geode of a cart. Every geode exists once, so its quantity is 1. */
export class OrderLine {
  @uuid() geodeId!: string;
  @IsInt() @Min(1) @Max(1) quantity!: number;
}

const geodeOfLine = (line: Partial<OrderLine> | null | undefined): unknown => line?.geodeId;

/** A field of one to `most` lines, each of another geode. `words`: what is told where they are too many, or one comes twice. */
export const orderLines = (most: number, words: { tooMany?: string; twice?: string } = {}): PropertyDecorator =>
  together(
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(most, { message: words.tooMany }),
    ArrayUnique(geodeOfLine, { message: words.twice }),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
    Type(() => OrderLine),
  );

/** Whose hold an order may take over: that of this id, else that of this browser; one that has ended is ignored. */
export class Holder {
  @IsOptional() @uuid() holdId?: string;
  @IsOptional() @uuid() browserId?: string;
}

/**
 * Takes every line off sale for one order, or none; what the buyer's hold has is taken over. Safe to send twice: the
 * same order gets the same answer. Throws OUT_OF_STOCK with `details: { geodeIds, orderedIds? }`; the order never gets any
 * then, whatever is still on its way. `orderedIds` are those that an unpaid order of the same browser has.
 */
export class ReserveGeodes extends Holder {
  @uuid() orderId!: string;
  @orderLines(50) items!: OrderLine[];
}

/** What was reserved, as it is at this moment: the order's snapshot. */
export interface ReservedGeode {
  geodeId: string;
  quantity: number;
  priceCents: number;
  title: string;
  size: string;
  location: string;
  crystalType: string;
  /** Missing in what was reserved before it was kept. */
  tier?: Tier;
  imageUrl: string;
  imageUrls: string[];
}

export interface Reservation {
  orderId: string;
  items: ReservedGeode[];
}

/** Gives back what an order reserved and did not buy. Safe to send twice; sold units are left alone. */
export class ReleaseGeodes {
  @uuid() orderId!: string;
}

/**
 * Takes one unit of each stone off sale for an order whose books are lost: Square has its payment, `paymentNote` named its
 * stones. What is held is taken from its hold. What is reserved or sold stays as it is. Asked again for the same payment, as after
 * a crash, it takes nothing more.
 */
export class WithdrawGeodes {
  /** The first digits of ids. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @Matches(/^[0-9a-f]{8}$/, { each: true })
  references!: string[];

  /** Square's id of the payment that the books do not know. */
  @IsOptional()
  @IsString()
  @MaxLength(192)
  squarePaymentId?: string;
}

/** All stones that were meant, on sale or not. */
export interface WithdrawnGeodes {
  geodes: { id: string; title: string }[];
}
