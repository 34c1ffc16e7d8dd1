import { uploadsPath } from '@proofkeep/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newId } from '../../../../database/ids.ts';
import type { Caller } from '../../../../http/caller.ts';
import type { MountOptions } from '../../../../http/mount.ts';
import { may } from '../../../../http/policy.ts';
import { tokenOf } from '../../../../http/request.ts';
import { serveTus } from '../../../../http/serve-tus.ts';
import { findCaller } from '../../../../http/sessions.ts';
import { Refusal } from '../../../../kit/refusal.ts';
import { findUpload } from '../upload-store.ts';
import { beginUpload } from './begin.ts';
import { TusData } from './tus-data.ts';

type Options = Pick<MountOptions, 'database' | 'services' | 'limiter' | 'isSecure' | 'clock' | 'observeTime'>;

/** How many uploads one login may begin. */
const limits = [{ per: 'login', times: 2_000, seconds: 3_600 }] as const;

/** Serves resumable uploads of files to be preserved. */
export async function serveUploads(app: FastifyInstance, o: Options): Promise<void> {
  const { database, services, clock, limiter, isSecure } = o;
  const { store, hasSpace, uploadLocks: locks, publicUrl } = services;
  await serveTus<Caller>(app, {
    path: uploadsPath,
    data: new TusData({ database, store, locks, hasSpace, clock }),
    locks,
    publicUrl,
    isSecure,
    limiter,
    limits,
    callerOf: (request) => callerOf(request, o),
    loginOf: ({ loginId }) => loginId,
    newId: () => newId(database.pool),
    begin: (caller, upload) => beginUpload({ db: database.pool, caller, now: clock(), store, hasSpace }, upload),
    async isOwn({ accountId, personId }, id) {
      const upload = await findUpload(database.pool, id);
      return upload?.personId === personId && upload.accountId === accountId;
    },
  });
}

/** @throws Refusal SESSION_INVALID, PASSWORD_FIRST, NOT_ALLOWED */
async function callerOf(request: FastifyRequest, o: Options): Promise<Caller> {
  const now = o.clock();
  await o.observeTime(now);
  const token = tokenOf(request);
  const caller = token === null ? null : await findCaller(o.database.pool, token, now);
  if (!caller) throw new Refusal('SESSION_INVALID');
  if (caller.mustChoosePassword) throw new Refusal('PASSWORD_FIRST');
  if (!may(caller, 'preserve')) throw new Refusal('NOT_ALLOWED');
  return caller;
}
