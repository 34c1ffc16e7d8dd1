import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Other files in the folder are never served. */
const published = { 'anchors.json': 'application/json; charset=utf-8', 'root.pem': 'application/x-pem-file' } as const;

/** Serves this installation's trust anchors, for the verifying page and for people who verify by hand. */
export function serveTrust(app: FastifyInstance, folder: string): void {
  for (const [name, type] of Object.entries(published))
    app.get(`/trust/${name}`, async (_request, reply) =>
      reply
        .header('content-type', type)
        .header('cache-control', 'no-cache')
        .header('access-control-allow-origin', '*')
        .send(await readFile(join(folder, name))),
    );
}
