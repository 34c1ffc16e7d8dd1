import type { Installation } from '../../../installation.ts';
import { type Login, type TestService, useService } from '../../../testing/service.ts';
import { certify } from '../sealing/certify.ts';
import { seal } from '../sealing/seal.ts';
import { useInstallation } from './test-installation.ts';

interface CertifiedService {
  readonly service: TestService;
  installation(): Installation;
  /** A page that was sealed and certified for this login. @returns its number */
  certified(holder: Login): Promise<string>;
}

/** A service over an installation that seals for real, without a browser. */
export function useCertifiedService(o: Parameters<typeof useService>[0] = {}): CertifiedService {
  const made = useInstallation();
  const service = useService({
    ...o,
    dataDir: async () => made.dataDir,
    // The installation closes it.
    database: async () => ({ ...made.installation.database, close: async () => {} }),
  });
  return {
    service,
    installation: () => made.installation,
    async certified({ accountId, loginId }) {
      const captured = await made.delivered();
      await service.database.pool.query(
        'update attestation set account_id = $2, login_id = $3, person_id = $3 where ano = $1',
        [captured.ano, accountId, loginId],
      );
      await seal(made.installation, captured);
      await certify(made.installation, captured.ano);
      return captured.ano;
    },
  };
}
