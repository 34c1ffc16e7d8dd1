import { createHash, timingSafeEqual } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import {
  Artifact,
  artifactLimitBytes,
  type Delivered,
  judgeNodeClock,
  type LeaseAnswer,
  LeaseOffer,
  type LeaseRenewed,
  LeaseRequest,
  NodeEvents,
  NodeLeft,
  NodeReport,
  type ServiceClock,
} from '@proofkeep/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../../../kit/refusal.ts';
import type { Lease } from '../../evidence/service.ts';
import { receiveChunk } from '../live-sessions/chunks.ts';
import { takeEvents } from './events.ts';
import { receiveFile } from './files.ts';
import { keepSweeping } from './lease-sweep.ts';
import { nextLease, workBell } from './leases.ts';
import type { NodeOptions } from './options.ts';
import { deliver, returnLease } from './outcomes.ts';

const LeasePath = z.object({ ano: z.string().regex(/^[A-Za-z0-9-]{1,40}$/), fence: LeaseOffer.shape.fence.max(18) });
const FilePath = LeasePath.extend({ '*': Artifact.shape.path });

const ChunkPath = LeasePath.extend({ n: z.coerce.number().int().min(0).max(1_000_000) });

/** A batch of 500 events, each with text that a page may have supplied. */
const eventsLimit = 8 * 2 ** 20;
/** The report lists every missing resource by its URL, which may be long. */
const reportLimit = 64 * 2 ** 20;

/** The API of capture nodes (contract: nodes). Requires the node token; browsers never call it. */
export async function nodeRoutes(app: FastifyInstance, o: NodeOptions): Promise<void> {
  const { bell, unlisten } = await workBell(o.database);
  const closing = new AbortController();
  // Requests that wait for work would delay the shutdown of the server.
  app.addHook('preClose', async () => closing.abort());
  app.addHook('onClose', unlisten);
  const onError = (error: unknown) => app.log.error({ err: error }, 'leases could not be swept');
  const sweeping = keepSweeping(o, { signal: closing.signal, onError });
  app.addHook('onClose', () => sweeping);

  await app.register(
    async (node) => {
      // Taken before the body is read: receiving a long body takes time that must not look like a wrong clock.
      node.addHook('onRequest', async (request) => void received.set(request, o.clock()));
      node.addHook('onRequest', async (request) => requireToken(request, o.token));
      node.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
      node.post('', (request, reply) => lease(request, reply, { o, bell, closing: closing.signal }));
      node.post('/:ano/:fence/events', { bodyLimit: eventsLimit }, async (request) => {
        const until = await takeEvents(o, leaseIn(request), parse(NodeEvents, request.body));
        return { until: until.toISOString(), clock: serviceClock(o, request) } satisfies LeaseRenewed;
      });
      node.put('/:ano/:fence/files/*', { bodyLimit: artifactLimitBytes }, async (request, reply) => {
        const path = parse(FilePath, request.params)['*'];
        await receiveFile(o, leaseIn(request), path, request.body as AsyncIterable<Uint8Array>);
        return reply.status(204).send();
      });
      node.put('/:ano/:fence/chunks/:n', { bodyLimit: artifactLimitBytes }, async (request, reply) => {
        const { n } = parse(ChunkPath, request.params);
        await receiveChunk(o, leaseIn(request), n, request.body as AsyncIterable<Uint8Array>);
        return reply.status(204).send();
      });
      node.post('/:ano/:fence/report', { bodyLimit: reportLimit }, async (request) => {
        const report = parse(NodeReport, request.body);
        const verdict = judgeNodeClock(report.clock, receivedAt(request));
        await deliver(o, leaseIn(request), { ...report, verdict });
        return { clock: serviceClock(o, request) } satisfies Delivered;
      });
      node.post('/:ano/:fence/left', async (request, reply) => {
        await returnLease(o, leaseIn(request), parse(NodeLeft, request.body).failure);
        return reply.status(204).send();
      });
    },
    { prefix: '/node/lease' },
  );
}

async function lease(
  request: FastifyRequest,
  reply: FastifyReply,
  { o, bell, closing }: { o: NodeOptions; bell: EventEmitter; closing: AbortSignal },
): Promise<unknown> {
  const { node, waitMs, kind, place, capacity, clock } = parse(LeaseRequest, request.body);
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const offer = await nextLease(o, {
    node,
    waitMs,
    kind,
    place,
    capacity,
    bell,
    signal: AbortSignal.any([gone.signal, closing]),
    clock: { verdict: judgeNodeClock(clock, receivedAt(request)), offset: clock.offset },
  });
  // The node disconnected meanwhile, so another one need not wait until the lease expires.
  if (offer && gone.signal.aborted) await returnLease(o, offer, null);
  return { offer, clock: serviceClock(o, request) } satisfies LeaseAnswer;
}

const received = new WeakMap<FastifyRequest, Date>();
const receivedAt = (request: FastifyRequest): Date => received.get(request) as Date;

const serviceClock = (o: NodeOptions, request: FastifyRequest): ServiceClock => ({
  receivedAt: receivedAt(request).toISOString(),
  answeredAt: o.clock().toISOString(),
});

const leaseIn = (request: FastifyRequest): Lease => parse(LeasePath, request.params);

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  throw new Refusal('INPUT_INVALID', { fields });
}

/** Compares digests, which have equal length, in constant time. @throws Refusal NOT_ALLOWED */
function requireToken({ headers }: FastifyRequest, token: string): void {
  const [, given = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  if (!timingSafeEqual(sha256(given), sha256(token)) || token === '') throw new Refusal('NOT_ALLOWED');
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
