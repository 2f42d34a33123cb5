import { Injectable } from '@nestjs/common';
import type { Shipment, ShipmentResult, TrackingImport, TrackingLine } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { SHIP_TIMEOUT_MS } from '../orders/owner-orders.controller.js';
import { decodeFile, faultOf, nothingDone, readTable } from './read-table.js';
import { type ReadParcel, readTracking } from './tracking-table.js';

/** Checks and imports the tracking numbers of a CSV file. */
@Injectable()
export class TrackingImports {
  constructor(private readonly bus: Bus) {}

  /** Returns what an import would do by line; changes nothing. Throws BAD_REQUEST for an unreadable file. */
  async check(file: Buffer): Promise<TrackingImport> {
    const { parcels, problems, leftOut } = readTracking(readTable(decodeFile(file), 'orders'));
    if (parcels.length === 0) return { lines: [], problems, leftOut };
    const { results } = await this.bus.call('orders.ship', { shipments: toShipments(parcels), isCheck: true });
    return { lines: mergeResults(parcels, results), problems, leftOut };
  }

  /**
   * Ships the orders of all lines and returns the outcome by line. Safe to repeat. Throws BAD_REQUEST, with nothing
   * changed, if a line cannot be read.
   */
  async run(file: Buffer): Promise<TrackingImport> {
    const { parcels, problems, leftOut } = readTracking(readTable(decodeFile(file), 'orders'));
    if (problems.length > 0) throw nothingDone('imported', problems.map(faultOf));
    const { results } = await this.bus.call(
      'orders.ship',
      { shipments: toShipments(parcels) },
      { timeoutMs: SHIP_TIMEOUT_MS },
    );
    return { lines: mergeResults(parcels, results), problems, leftOut };
  }
}

const toShipments = (parcels: ReadParcel[]): Shipment[] => parcels.map(({ line: _line, ...shipment }) => shipment);

/** The results are in the order of the parcels. */
const mergeResults = (parcels: ReadParcel[], results: ShipmentResult[]): TrackingLine[] =>
  results.flatMap((result, index) => {
    const parcel = parcels[index];
    return parcel ? [{ ...parcel, ...result }] : [];
  });
