import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { languageOf } from '@proofkeep/contract';
import packageJson from '../package.json' with { type: 'json' };
import { readConfig } from './config.ts';
import { openDemonstration } from './demonstration.ts';
import { openInstallation } from './installation.ts';
import { openService } from './service.ts';

const nodeEntry = fileURLToPath(new URL('../../capture/src/node.ts', import.meta.url));
/** How long the capture node may take to give back what it has under way. */
const nodeEndMs = 20_000;

/** Everything in one process tree: what `npm start` runs. */
const config = readConfig(process.env);
const installation = await openInstallation(config, process.env);
const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
const service = await openService(installation, { publicUrl, version: packageJson.version });
await service.app.listen({ port: config.PORT, host: config.HOST });

const node =
  config.CAPTURE_CONCURRENCY > 0 &&
  spawn(process.execPath, [nodeEntry], {
    env: {
      ...installation.captureEnvironment,
      SERVICE_URL: `http://${config.HOST}:${config.PORT}`,
      NODE_TOKEN: service.nodeToken,
      NODE_NAME: 'local',
      CAPTURE_CONCURRENCY: String(config.CAPTURE_CONCURRENCY),
    },
    // Should this process be killed, the node sees the channel close, and ends.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

const isChinese = languageOf(undefined, process.env) === 'zh';
const accounts = await openDemonstration(installation);
process.stdout.write(
  [
    '',
    isChinese ? `存真已启动：${publicUrl}` : `Proofkeep is up: ${publicUrl}`,
    ...accounts.map(({ what, phone, password }) => `  ${isChinese ? what[0] : what[1]}  ${phone}  ${password}`),
    isChinese ? `短信验证码：${publicUrl}/dev/outbox` : `Text messages: ${publicUrl}/dev/outbox`,
    '',
  ].join('\n'),
);

let ending: Promise<void> | undefined;
const end = () => {
  ending ??= stop();
  void ending.then(() => process.exit(0));
};
process.on('SIGINT', end).on('SIGTERM', end);

/** The node first, as it still has things to tell; then what it tells them to. */
async function stop(): Promise<void> {
  if (node && node.exitCode === null) {
    node.kill('SIGTERM');
    const late = setTimeout(() => node.kill('SIGKILL'), nodeEndMs);
    await once(node, 'exit');
    clearTimeout(late);
  }
  await service.close();
  await installation.close();
}
