import type { AddressInfo } from 'node:net';
import { languageOf } from '@proofkeep/contract';
import packageJson from '../package.json' with { type: 'json' };
import { type Config, publicUrlOf } from './config.ts';
import { type DemonstrationAccount, openDemonstration } from './demonstration.ts';
import { urlFromHere } from './http/url-from-here.ts';
import { openInstallation } from './installation.ts';
import { keepLocalNode } from './local-node.ts';
import { openService } from './service.ts';
import { checkStart, startRefusalLines } from './start-check.ts';
import { isFault, startRefusal } from './start-refusal.ts';

/** Runs the whole service in one process tree: `npm start`. */
const isChinese = languageOf(undefined, process.env) === 'zh';
const config = await configOrExit();
const installation = await openInstallation(config, process.env).catch(exitWithSentence);
const publicUrl = publicUrlOf(config);
const service = await openService(installation, { publicUrl, version: packageJson.version }).catch(closeAndExit);
await service.app.listen({ port: config.PORT, host: config.HOST }).catch(closeAndExit);
const { port } = service.app.server.address() as AddressInfo;

const node =
  config.CAPTURE_CONCURRENCY > 0
    ? keepLocalNode({
        ...installation.captureEnvironment,
        SERVICE_URL: urlFromHere(config.HOST, port),
        NODE_TOKEN: service.nodeToken,
        NODE_NAME: 'local',
        NODE_PLACE: config.NODE_PLACE ?? '',
        NODE_REGION: config.NODE_REGION ?? '',
        CAPTURE_CONCURRENCY: String(config.CAPTURE_CONCURRENCY),
      })
    : undefined;

const accounts = config.NODE_ENV === 'production' ? [] : await openDemonstration(installation);
const linesOf = (some: DemonstrationAccount[]) =>
  some.map(({ what, signIn, password }) => `  ${isChinese ? what[0] : what[1]}  ${signIn}  ${password}`);
// Registered before printing that the service is up, since the reader of that line may stop the service at once.
let ending: Promise<void> | undefined;
const end = () => {
  ending ??= stop();
  void ending.then(() => process.exit(0));
};
process.on('SIGINT', end).on('SIGTERM', end);

process.stdout.write(
  [
    '',
    isChinese ? `存真已启动：${publicUrl}` : `Proofkeep is up: ${publicUrl}`,
    ...linesOf(accounts.filter(({ isOfConsole }) => !isOfConsole)),
    isChinese ? `管理台：${publicUrl}/console` : `Console: ${publicUrl}/console`,
    ...linesOf(accounts.filter(({ isOfConsole }) => isOfConsole)),
    ...(config.SMS_PROVIDER === 'outbox' || config.MAIL_URL === undefined
      ? [isChinese ? `短信与邮件：${publicUrl}/dev/outbox` : `Text messages and mail: ${publicUrl}/dev/outbox`]
      : []),
    '',
  ].join('\n'),
);

async function closeAndExit(error: unknown): Promise<never> {
  await installation.close();
  return exitWithSentence(error);
}

/** A refused start prints one sentence; a bug prints its stack. */
function exitWithSentence(error: unknown): never {
  if (isFault(error)) throw error;
  process.stderr.write(
    `${isChinese ? '存真未启动：' : 'Proofkeep did not start: '}${startRefusal(error, isChinese)}\n`,
  );
  process.exit(1);
}

async function configOrExit(): Promise<Config> {
  const { config: read, problems } = await checkStart(process.env);
  const lines = startRefusalLines(problems, isChinese);
  if (lines.length === 0) return read;
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

/** Stops the node first: it still reports to the service. */
async function stop(): Promise<void> {
  await node?.stop();
  await service.close();
  await installation.close();
}
