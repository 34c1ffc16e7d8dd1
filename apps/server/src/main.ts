import { languageOf } from '@proofkeep/contract';
import packageJson from '../package.json' with { type: 'json' };
import { readConfig } from './config.ts';
import { type DemonstrationAccount, openDemonstration } from './demonstration.ts';
import { openInstallation } from './installation.ts';
import { keepLocalNode } from './local-node.ts';
import { openService } from './service.ts';

/** Everything in one process tree: what `npm start` runs. */
const config = readConfig(process.env);
const installation = await openInstallation(config, process.env);
const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
const service = await openService(installation, { publicUrl, version: packageJson.version });
await service.app.listen({ port: config.PORT, host: config.HOST });

const node =
  config.CAPTURE_CONCURRENCY > 0
    ? keepLocalNode({
        ...installation.captureEnvironment,
        SERVICE_URL: `http://${config.HOST}:${config.PORT}`,
        NODE_TOKEN: service.nodeToken,
        NODE_NAME: 'local',
        CAPTURE_CONCURRENCY: String(config.CAPTURE_CONCURRENCY),
      })
    : undefined;

const isChinese = languageOf(undefined, process.env) === 'zh';
const accounts = await openDemonstration(installation);
const told = (some: DemonstrationAccount[]) =>
  some.map(({ what, signIn, password }) => `  ${isChinese ? what[0] : what[1]}  ${signIn}  ${password}`);
process.stdout.write(
  [
    '',
    isChinese ? `存真已启动：${publicUrl}` : `Proofkeep is up: ${publicUrl}`,
    ...told(accounts.filter(({ isOfConsole }) => !isOfConsole)),
    isChinese ? `管理台：${publicUrl}/console` : `Console: ${publicUrl}/console`,
    ...told(accounts.filter(({ isOfConsole }) => isOfConsole)),
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
  await node?.stop();
  await service.close();
  await installation.close();
}
