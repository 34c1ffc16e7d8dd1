import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Everything else that may come to stand in the folder stays there. */
const published = { 'anchors.json': 'application/json; charset=utf-8', 'root.pem': 'application/x-pem-file' } as const;

/** Whom this installation asks others to believe: for the page that verifies, and for those who check by hand. */
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
