import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAno } from '@proofkeep/bundle';
import { PassingDigest } from '@proofkeep/bundle/node';
import {
  type Artifact,
  type CaptureEvent,
  type CaptureFailure,
  type CaptureReport,
  type ClockOffset,
  type Envelope,
  LeaseAnswer,
  type LeaseOffer,
  message,
  type NodeClock,
  type NodePlace,
} from '@proofkeep/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../../../database/database.ts';
import { answerError } from '../../../../http/answer-error.ts';
import { openVault, type Vault } from '../../../../kit/vault.ts';
import { openFolderStore } from '../../../../store/folder-store.ts';
import type { Store } from '../../../../store/store.ts';
import { openTestDatabase } from '../../../../testing/database.ts';
import type { Lease } from '../../../evidence/service.ts';
import { insertAccount } from '../../../identity/store.ts';
import { moveAttestation } from '../../lifecycle.ts';
import { installationSubmitter } from '../../submitting/submitter.ts';
import { actingAs } from '../../testing/actors.ts';
import { insertAttestation, pageAt } from '../../write-store.ts';
import type { FaultReport } from '../options.ts';
import { nodeRoutes } from '../routes.ts';

export const token = 'a token of forty-three characters, or so';

export interface Answered {
  status: number;
  /** Code of the refusal; null if there was none. */
  refused: string | null;
  body: unknown;
}

export interface TestNodes {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly store: Store;
  readonly vault: Vault;
  now: Date;
  /** Whether there is space for another capture. */
  hasSpace: boolean;
  readonly delivered: Lease[];
  readonly dropped: Lease[];
  readonly faults: FaultReport[];
  given: {
    account(): Promise<string>;
    /** A capture in the queue. */
    waiting(accountId?: string): Promise<string>;
    /** A capture leased to a node; the only queued one. */
    leased(node?: string): Promise<LeaseOffer>;
  };
  ask(method: 'POST' | 'PUT', path: string, body?: object | Buffer, bearer?: string): Promise<Answered>;
  /** Requests a lease as a node; null if there is no work. */
  lease(node?: string, waitMs?: number, clock?: NodeClock, place?: NodePlace): Promise<LeaseOffer | null>;
  /** A node's clock report with this offset from the service; by default zero. */
  clock(offset?: ClockOffset | null): NodeClock;
  send(lease: Lease, from: number, ...events: CaptureEvent[]): Promise<Answered>;
  /** Announces a file and uploads it. */
  handIn(lease: Lease, path: string, content: string, n?: number): Promise<Answered>;
  report(lease: Lease, failed?: CaptureFailure, clock?: NodeClock): Promise<Answered>;
  row(ano: string): Promise<Record<string, unknown>>;
  custody(ano: string): Promise<string[]>;
  cancel(ano: string): Promise<void>;
}

/** The routes with a database and a store for this test file only, called without a socket. */
export function useNodes(): TestNodes {
  const vault = openVault(randomBytes(32));
  let dataDir: string;
  let database: Database;
  let store: Store;
  let app: FastifyInstance;
  let phones = 0;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nodes-'));
    database = await openTestDatabase();
    store = await openFolderStore(join(dataDir, 'store'));
    app = Fastify();
    app.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply));
    await app.register(nodeRoutes, {
      database,
      store,
      clock: () => nodes.now,
      token,
      egressAllow: ['intranet.example:80'],
      vault,
      ownHosts: ['proofkeep.example', '*.replay.example'],
      hasSpace: async () => nodes.hasSpace,
      stampEveryMs: 60_000,
      onFault: (fault) => void nodes.faults.push(fault),
      onDelivered: async (_db, lease) => void nodes.delivered.push(lease),
      onHead: async () => {},
      onLost: async () => {},
      onDropped: async (_db, lease) => void nodes.dropped.push(lease),
    });
  });
  afterAll(async () => {
    await app.close();
    store.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const at = ({ ano, fence }: Lease) => `/node/lease/${ano}/${fence}`;
  const nodes: TestNodes = {
    get app() {
      return app;
    },
    get database() {
      return database;
    },
    get store() {
      return store;
    },
    vault,
    now: new Date(),
    hasSpace: true,
    delivered: [],
    dropped: [],
    faults: [],
    given: {
      async account() {
        const row = { phone: `138${10_000_000 + phones++}`, name: '王芳', passwordHash: '', language: 'zh' } as const;
        return (await database.transaction((db) => insertAccount(db, row)))?.accountId ?? '';
      },
      async waiting(accountId) {
        const ano = newAno(new Date(), randomBytes(16));
        const account = accountId ?? (await nodes.given.account());
        await database.transaction(async (db) => {
          const { rows } = await db.query<{ id: string }>('select id from login where account_id = $1', [account]);
          const loginId = rows[0]?.id ?? '';
          await insertAttestation(db, {
            ano,
            accountId: account,
            loginId,
            personId: loginId,
            submitter: installationSubmitter('王芳'),
            ...pageAt('https://page.example/', 'page'),
            labels: [],
            remark: '',
            job: { dismissConsent: true },
            autoConfirm: true,
            orderId: null,
          });
        });
        return ano;
      },
      async leased(node) {
        const ano = await nodes.given.waiting();
        const offer = await nodes.lease(node);
        if (offer?.ano !== ano) throw new Error(`${offer?.ano} was leased and not ${ano}.`);
        return offer;
      },
    },
    async ask(method, url, body, bearer = token) {
      const response = await app.inject({
        method,
        url,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body && {
            'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
          }),
        },
        ...(body && { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
      });
      const answer = response.body === '' ? null : response.json();
      return {
        status: response.statusCode,
        refused: response.statusCode < 400 ? null : ((answer as Envelope).errorCode ?? 'none was given'),
        body: answer,
      };
    },
    async lease(node = 'one', waitMs = 0, clock = nodes.clock(), place) {
      const { body } = await nodes.ask('POST', '/node/lease', { node, waitMs, clock, ...(place && { place }) });
      return LeaseAnswer.parse(body).offer;
    },
    clock: (offset = { offsetMs: 0, uncertaintyMs: 5 }) => ({
      sentAt: new Date(nodes.now.getTime() + (offset?.offsetMs ?? 0)).toISOString(),
      offset,
    }),
    send: (lease, from, ...events) =>
      nodes.ask('POST', `${at(lease)}/events`, {
        events: events.map((event, i) => ({ n: from + i, at: nodes.now.toISOString(), event })),
        clock: nodes.clock(),
      }),
    async handIn(lease, path, content, n = 0) {
      await nodes.send(lease, n, { type: 'artifact', artifact: artifactOf(path, content) });
      return nodes.ask('PUT', `${at(lease)}/files/${path}`, Buffer.from(content));
    },
    report: (lease, failed, clock = nodes.clock()) =>
      nodes.ask('POST', `${at(lease)}/report`, { report: reportOf(lease.ano, failed), clock }),
    async row(ano) {
      return (await database.pool.query('select * from attestation where ano = $1', [ano])).rows[0] ?? {};
    },
    async custody(ano) {
      const { rows } = await database.pool.query<{ event: string; by: string }>(
        'select event, by from attestation_event where ano = $1 order by id',
        [ano],
      );
      return rows.map(({ event, by }) => `${event} by ${by}`);
    },
    cancel: (ano) =>
      database.transaction((db) => moveAttestation(db, ano, 'cancelled', { by: actingAs('its holder') })),
  };
  return nodes;
}

export function artifactOf(path: string, content: string): Artifact {
  const digest = new PassingDigest();
  digest.update(Buffer.from(content));
  return { kind: 'dom', path, mediaType: 'text/html', ...digest.digest() };
}

const time = '2026-01-01T00:00:00.000Z';

function reportOf(ano: string, failed?: CaptureFailure): CaptureReport {
  return {
    captureId: ano,
    state: failed ? 'failed' : 'complete',
    failure: failed ? { code: failed, said: message('load.named-download', { name: '/srv/node/x.ts \0' }) } : null,
    startedAt: time,
    endedAt: time,
    page: {
      requestedUrl: 'https://page.example/',
      finalUrl: 'https://page.example/',
      title: '页面',
      status: 200,
      protocol: 'h2',
      serverAddress: '192.0.2.7:443',
      contentLanguage: null,
      siteDate: null,
      redirects: [],
      heightPx: 900,
      tls: null,
    },
    environment: null,
    steps: [],
    resources: { total: 1, whole: 1, bytes: 100 },
    missing: [],
    limits: [],
    block: null,
    alterations: [],
  };
}
