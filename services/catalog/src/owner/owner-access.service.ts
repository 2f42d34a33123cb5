import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AddPasskey, OwnerAccess, PasskeyView, RenamePasskey, SetOwnerPin, UsePasskey } from '@geodes/contracts';
import { AppError, withRetry } from '@geodes/kit';
import { OwnerPin, Passkey, passkeyView, storedPasskey } from './owner-access.entity.js';

const MAX_PASSKEYS = 10;

/** Stores what lets the owner in: the PIN set in the panel and passkeys. The gateway verifies both. */
@Injectable()
export class OwnerAccessService {
  constructor(private readonly database: DataSource) {}

  async read(): Promise<OwnerAccess> {
    const [pin, passkeys] = await withRetry(() =>
      Promise.all([
        this.database.getRepository(OwnerPin).findOneBy({ isOnly: true }),
        this.database.getRepository(Passkey).find({ order: { createdAt: 'ASC', id: 'ASC' }, take: MAX_PASSKEYS }),
      ]),
    );
    return {
      pin: pin && { hash: pin.hash, replacedHash: pin.replacedHash },
      passkeys: passkeys.map(storedPasskey),
    };
  }

  async setPin({ hash, replacedHash }: SetOwnerPin): Promise<void> {
    const pins = this.database.getRepository(OwnerPin);
    await withRetry(() => pins.upsert({ isOnly: true, hash, replacedHash, setAt: new Date() }, ['isOnly']));
  }

  async forgetPin(replacedHash: string): Promise<void> {
    await withRetry(() => this.database.getRepository(OwnerPin).delete({ replacedHash }));
  }

  /** Adds a passkey; the same credential again is the same passkey. Throws BAD_REQUEST if there are ten. */
  async addPasskey({ name, credentialId, publicKey, counter, transports }: AddPasskey): Promise<PasskeyView> {
    return this.database.transaction(async (manager) => {
      // one at a time: two at once would both count nine
      await manager.query('LOCK TABLE owner_passkey IN SHARE ROW EXCLUSIVE MODE');
      const passkeys = manager.getRepository(Passkey);
      const known = await passkeys.findOneBy({ credentialId });
      if (known) return passkeyView(known);
      if ((await passkeys.count()) >= MAX_PASSKEYS)
        throw new AppError('BAD_REQUEST', `There can be at most ${MAX_PASSKEYS} passkeys. Please remove one first.`);
      const id = randomUUID();
      await passkeys.insert({ id, name, credentialId, publicKey, counter, transports });
      return passkeyView(await passkeys.findOneByOrFail({ id }));
    });
  }

  /** Throws NOT_FOUND. */
  async renamePasskey({ id, name }: RenamePasskey): Promise<PasskeyView> {
    const passkeys = this.database.getRepository(Passkey);
    await withRetry(() => passkeys.update({ id }, { name }));
    const passkey = await passkeys.findOneBy({ id });
    if (!passkey) throw new AppError('NOT_FOUND', 'This passkey has been removed already.');
    return passkeyView(passkey);
  }

  async removePasskey(id: string): Promise<void> {
    await withRetry(() => this.database.getRepository(Passkey).delete({ id }));
  }

  async usePasskey({ id, counter }: UsePasskey): Promise<void> {
    await withRetry(() => this.database.getRepository(Passkey).update({ id }, { counter, lastUsedAt: new Date() }));
  }

  /** Removes all passkeys; returns how many there were. */
  async forgetPasskeys(): Promise<number> {
    const { affected } = await withRetry(() => this.database.createQueryBuilder().delete().from(Passkey).execute());
    return affected ?? 0;
  }
}
