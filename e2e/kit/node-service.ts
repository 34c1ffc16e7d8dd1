import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { newAno } from '@proofkeep/bundle';
import Fastify, { type FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import type { Database } from '../../apps/server/src/database/database.ts';
import { moveAttestation } from '../../apps/server/src/features/attestations/lifecycle.ts';
import type { FaultReport } from '../../apps/server/src/features/attestations/nodes/options.ts';
import { nodeRoutes } from '../../apps/server/src/features/attestations/nodes/routes.ts';
import { findDelivery } from '../../apps/server/src/features/attestations/nodes/store.ts';
import { installationSubmitter } from '../../apps/server/src/features/attestations/submitting/submitter.ts';
import { actingAs } from '../../apps/server/src/features/attestations/testing/actors.ts';
import { insertAttestation, pageAt } from '../../apps/server/src/features/attestations/write-store.ts';
import { type Lease, leasePlace } from '../../apps/server/src/features/evidence/service.ts';
import { insertAccount } from '../../apps/server/src/features/identity/store.ts';
import { answerError } from '../../apps/server/src/http/answer-error.ts';
import { openVault } from '../../apps/server/src/kit/vault.ts';
import { openFolderStore } from '../../apps/server/src/store/folder-store.ts';
import type { Store } from '../../apps/server/src/store/store.ts';
import { openTestDatabase } from '../../apps/server/src/testing/database.ts';

export const nodeToken = randomBytes(32).toString('hex');

/** The service's interface for nodes on a socket, with a real database and store but without sealing. */
export class NodeService {
  readonly store: Store;
  readonly delivered: Lease[] = [];
  readonly faults: FaultReport[] = [];
  /** Answered requests about a lease. */
  readonly answered: { fence: string; what: string; status: number }[] = [];
  readonly #database: Database;
  readonly #egressAllow: readonly string[];
  readonly #login: { accountId: string; id: string };
  #app: FastifyInstance | undefined;
  #port = 0;

  private constructor(o: {
    database: Database;
    store: Store;
    login: { accountId: string; id: string };
    egressAllow: readonly string[];
  }) {
    this.#database = o.database;
    this.store = o.store;
    this.#login = o.login;
    this.#egressAllow = o.egressAllow;
  }

  static async open(home: string, egressAllow: readonly string[]): Promise<NodeService> {
    const database = await openTestDatabase();
    const store = await openFolderStore(join(home, 'store'));
    const holder = { phone: '13800000000', name: '王芳', passwordHash: '', language: 'zh' } as const;
    const login = await database.transaction((db) => insertAccount(db, holder));
    if (!login) throw new Error('The account is there already.');
    const service = new NodeService({ database, store, login, egressAllow });
    await service.up();
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts again at the same address. */
  async up(): Promise<void> {
    const app = Fastify({ forceCloseConnections: true });
    app.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply));
    app.addHook('onResponse', async ({ url }, { statusCode }) => {
      const [, fence, what] = /^\/node\/lease\/[^/]+\/(\d+)\/(\w+)/.exec(url) ?? [];
      if (fence && what) this.answered.push({ fence, what, status: statusCode });
    });
    await app.register(nodeRoutes, {
      database: this.#database,
      store: this.store,
      clock: () => new Date(),
      token: nodeToken,
      egressAllow: this.#egressAllow,
      vault: openVault(randomBytes(32)),
      ownHosts: [],
      hasSpace: async () => true,
      stampEveryMs: 60_000,
      onFault: (fault) => void this.faults.push(fault),
      // Recorded within the transaction: visible to others once it commits.
      onDelivered: async (_db, lease) => void this.delivered.push(lease),
      onHead: async () => {},
      onLost: async () => {},
      onDropped: (_db, lease) => this.store.remove(leasePlace(lease)),
    });
    await app.listen({ host: '127.0.0.1', port: this.#port });
    this.#app = app;
    const address = app.server.address();
    this.#port = typeof address === 'object' && address ? address.port : 0;
  }

  async down(): Promise<void> {
    await this.#app?.close();
  }

  async close(): Promise<void> {
    await this.down();
    this.store.close();
    await this.#database.close();
  }

  /** Orders a capture. */
  async order(url: string): Promise<string> {
    const ano = newAno(new Date(), randomBytes(16));
    const { accountId, id: loginId } = this.#login;
    const job = { limits: { wallMs: 60_000 } };
    const row = {
      ano,
      accountId,
      loginId,
      personId: loginId,
      submitter: installationSubmitter('王芳'),
      ...pageAt(url, 'page'),
      labels: [],
      remark: '',
      job,
      autoConfirm: true,
      orderId: null,
    };
    await this.#database.transaction((db) => insertAttestation(db, row));
    return ano;
  }

  /** Cancels a capture on behalf of its holder. */
  async cancel(ano: string): Promise<void> {
    await this.#database.transaction((db) => moveAttestation(db, ano, 'cancelled', { by: actingAs(this.#login.id) }));
    const { fence } = await this.row(ano);
    await this.store.remove(leasePlace({ ano, fence: String(fence) }));
  }

  /** Removes an order from the queue. */
  async drop(ano: string): Promise<void> {
    await this.#database.transaction((db) => moveAttestation(db, ano, 'cancelled', { by: actingAs(this.#login.id) }));
  }

  /** Makes the leases of these attestations expire after this many milliseconds unless their nodes renew them. */
  async shortenLeases(anos: string[], ms: number): Promise<void> {
    await this.#database.pool.query('update attestation set leased_until = $2 where ano = any($1)', [
      anos,
      new Date(Date.now() + ms),
    ]);
  }

  async row(ano: string): Promise<Record<string, unknown>> {
    const { rows } = await this.#database.pool.query('select * from attestation where ano = $1', [ano]);
    return rows[0] ?? {};
  }

  async custody(ano: string): Promise<string[]> {
    const { rows } = await this.#database.pool.query<{ event: string; by: string }>(
      'select event, by from attestation_event where ano = $1 order by id',
      [ano],
    );
    return rows.map(({ event, by }) => `${event} by ${by}`);
  }

  /** Waits for the outcome of a lease. */
  delivery(lease: Lease) {
    return vi.waitFor(async () => {
      const delivery = await findDelivery(this.#database.pool, lease.fence);
      if (!delivery) throw new Error(`Nothing was delivered under ${lease.fence}.`);
      return delivery;
    }, 5_000);
  }
}
