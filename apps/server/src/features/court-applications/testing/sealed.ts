import { openDatabase } from '../../../database/database.ts';
import { type Login, type TestService, useService } from '../../../testing/service.ts';
import { certify, seal } from '../../attestations/service.ts';
import { type TestInstallation, useInstallation } from '../../attestations/testing/test-installation.ts';

/** A service on an installation that seals for real. */
export function useSealingService(o: Pick<NonNullable<Parameters<typeof useService>[0]>, 'court'> = {}): {
  service: TestService;
  given: TestInstallation;
  /** A certified attestation of a user, with its whole bundle. */
  sealed(holder: Login): Promise<string>;
} {
  const given = useInstallation();
  const service = useService({
    ...o,
    dataDir: async () => given.dataDir,
    database: () => openDatabase(given.installation.config),
  });
  return {
    service,
    given,
    async sealed({ accountId, loginId }) {
      const captured = await given.delivered();
      await seal(given.installation, captured);
      await certify(given.installation, captured.ano);
      await service.database.pool.query('update attestation set account_id = $2, login_id = $3 where ano = $1', [
        captured.ano,
        accountId,
        loginId,
      ]);
      return captured.ano;
    },
  };
}
