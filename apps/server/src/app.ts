import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { type Calls, calls, openApi } from '@proofkeep/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { accountRoutes } from './features/account/routes.ts';
import type { Handlers } from './http/context.ts';
import { answerError, type MountOptions, mount } from './http/mount.ts';
import { Refusal } from './http/refusal.ts';

export interface AppOptions extends MountOptions {
  /** Where the service is reached from outside. */
  publicUrl: string;
  version: string;
  logLevel: string;
}

const bodyLimit = 2 ** 20;

const routes: { [Feature in keyof Calls]: Handlers<Calls[Feature]> } = {
  account: accountRoutes,
};

/** The service over HTTP: every feature by name. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: options.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    genReqId: () => randomUUID(),
    bodyLimit,
  });
  await app.register(cookie);
  await app.register(formbody);
  app.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => reply.send(answerError(new Refusal('NOT_FOUND'), request, reply)));

  for (const feature of Object.keys(calls) as (keyof Calls)[]) mount(app, calls[feature], routes[feature], options);
  const document = openApi({ url: options.publicUrl, version: options.version });
  app.get('/openapi.json', () => document);
  return app;
}
