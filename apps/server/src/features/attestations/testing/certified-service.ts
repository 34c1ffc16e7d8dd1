import { hash } from 'node:crypto';
import { attestationCalls } from '@proofkeep/contract';
import { beforeEach } from 'vitest';
import type { Installation } from '../../../installation.ts';
import { type Login, type TestService, useService } from '../../../testing/service.ts';
import { sealFiles } from '../files/seal-files.ts';
import { certify } from '../sealing/certify.ts';
import { seal } from '../sealing/seal.ts';
import { addSecond } from '../second/add-second.ts';
import { useInstallation } from './test-installation.ts';

interface CertifiedService {
  readonly service: TestService;
  installation(): Installation;
  /** Seals and certifies a page for this login, with a record from a second place if wanted. @returns its number */
  certified(holder: Login, o?: { second?: 'captured' }): Promise<string>;
  /** Submits digests under these names, seals and certifies them. @returns the number */
  certifiedDigests(holder: Login, names: readonly string[]): Promise<string>;
}

/** A service over an installation that seals for real, without a browser. */
export function useCertifiedService(o: Parameters<typeof useService>[0] = {}): CertifiedService {
  const made = useInstallation();
  const service = useService({
    ...o,
    dataDir: async () => made.dataDir,
    // The installation closes the database.
    database: async () => ({ ...made.installation.database, close: async () => {} }),
  });
  beforeEach(() => setRealTime(service));
  return {
    service,
    installation: () => made.installation,
    async certified({ accountId, loginId }, o = {}) {
      const captured = await made.delivered(o);
      await service.database.pool.query(
        'update attestation set account_id = $2, login_id = $3, person_id = $3 where ano = $1',
        [captured.ano, accountId, loginId],
      );
      const added = await addSecond(made.installation, captured, captured);
      await seal(
        made.installation,
        added ? { ...captured, artifacts: [...added.artifacts], second: added.second } : captured,
      );
      await certify(made.installation, captured.ano);
      return captured.ano;
    },
    async certifiedDigests(holder, names) {
      await service.given.credit(holder, 100_000);
      const files = names.map((name) => ({ name, sha256: hash('sha256', name) }));
      const { data } = await service.ask(attestationCalls.preserveDigests, { files }, { as: holder.token });
      await sealFiles(made.installation, service.jobs, data.attestation.ano);
      return data.attestation.ano;
    },
  };
}

/** Sealing takes the time from the machine, and a number can't be from a later day than its manifest. */
function setRealTime(service: TestService): void {
  service.now = new Date();
}
