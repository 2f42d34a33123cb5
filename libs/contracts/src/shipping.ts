import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import type { LineProblem } from './spreadsheets.js';
import { listOf, trimmed } from './text.js';

export const CARRIERS = ['usps', 'ups', 'fedex', 'other'] as const;
export type Carrier = (typeof CARRIERS)[number];

export const MAX_TRACKING_NUMBER_LENGTH = 60;
const WRONG_CARRIER = { message: 'Please choose USPS, UPS, FedEx or another carrier.' };

const emptyIsNull = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (value === '' ? null : value));

/** How a parcel is followed. A missing field stays as it is; null or an empty text clears it. */
export class Tracking {
  @emptyIsNull() @IsOptional() @IsIn(CARRIERS, WRONG_CARRIER) carrier?: Carrier | null;
  @IsOptional() @trimmed() @IsString() @MaxLength(MAX_TRACKING_NUMBER_LENGTH) trackingNumber?: string | null;
}

/** One parcel of a list. */
export class Shipment extends Tracking {
  /** The order number that people see: eight hexadecimal digits. */
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(40) orderNumber!: string;
}

/** The parcels of one list. */
export const MAX_SHIPMENTS = 500;

/** Sets orders to shipped, each for itself, with its tracking. */
export class ShipOrders {
  @listOf(() => Shipment, ArrayMinSize(1), ArrayMaxSize(MAX_SHIPMENTS)) shipments!: Shipment[];

  /** Changes nothing; the results say what would happen. */
  @IsOptional() @IsBoolean() isCheck?: boolean;
}

/** `shipped`: is shipped now. `unchanged`: it was, with the same tracking. `refused`: `message` says why. */
export interface ShipmentResult {
  orderNumber: string;
  outcome: 'shipped' | 'unchanged' | 'refused';
  message: string | null;
}

/** What a line of a file of tracking numbers does, or did. */
export interface TrackingLine extends ShipmentResult {
  /** From 1, which is the header. */
  line: number;
  carrier: Carrier;
  trackingNumber: string;
}

/** Reply of POST /api/admin/orders/tracking, and of …/tracking/check, which changes nothing. */
export interface TrackingImport {
  lines: TrackingLine[];
  /** Lines that cannot be read. With one of them nothing is imported. */
  problems: LineProblem[];
  /** The number of lines without a tracking number, which are left out. */
  leftOut: number;
}
