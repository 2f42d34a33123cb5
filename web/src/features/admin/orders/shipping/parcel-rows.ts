import type { FieldError, RefundableOrder, Shipment, ShipmentResult } from '@geodes/contracts';
import { counted } from '../../../../app/counted.js';
import { orderNumberOf } from '../../../orders/order-status.js';
import type { CarrierChoice } from './parcel-tools.js';

/** Tracking numbers by order id, as typed. */
export type TypedNumbers = Readonly<Record<string, string>>;

/** Returns the lines of a pasted text; null if it has only one, which the field takes itself. */
export const pastedLines = (text: string): string[] | null => {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  while (lines.at(-1) === '') lines.pop();
  return lines.length > 1 ? lines : null;
};

/** Fills one field after the other from `start` on. Lines beyond the last field are dropped. */
export const fillFrom = (
  numbers: TypedNumbers,
  ids: readonly string[],
  start: number,
  lines: readonly string[],
): TypedNumbers => {
  const filled = lines.flatMap((line, index): [string, string][] => {
    const id = ids[start + index];
    return id === undefined ? [] : [[id, line]];
  });
  return { ...numbers, ...Object.fromEntries(filled) };
};

/** Returns the parcels to send. An empty field leaves a missing number missing, and clears one that was there. */
export const toShipments = (
  orders: readonly RefundableOrder[],
  numbers: TypedNumbers,
  carrier: CarrierChoice,
): Shipment[] =>
  orders.map(({ id, trackingNumber }) => {
    const typed = (numbers[id] ?? trackingNumber ?? '').trim();
    return {
      orderNumber: orderNumberOf(id),
      ...(carrier === 'none' ? {} : { carrier }),
      ...(typed || trackingNumber ? { trackingNumber: typed || null } : {}),
    };
  });

/** Returns why orders were refused, by order id. */
export const refusals = (
  orders: readonly RefundableOrder[],
  results: readonly ShipmentResult[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    orders.flatMap(({ id }, index): [string, string][] => {
      const result = results[index];
      return result?.outcome === 'refused' ? [[id, result.message ?? 'This order was refused.']] : [];
    }),
  );

/** Returns why parcels of a refused list were refused, by order id. */
export const parcelFaults = (
  orders: readonly RefundableOrder[],
  errors: readonly FieldError[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    errors.flatMap(({ field, reason }): [string, string][] => {
      const order = orders[Number(/^shipments\.(\d+)\./.exec(field)?.[1])];
      return order ? [[order.id, reason]] : [];
    }),
  );

/** `2 orders are marked as shipped.` */
export const shippedCountText = (count: number): string =>
  `${counted(count, 'order')} ${count === 1 ? 'is' : 'are'} marked as shipped.`;
