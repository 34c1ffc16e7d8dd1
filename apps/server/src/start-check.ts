import { createPrivateKey, createPublicKey } from 'node:crypto';
import { access, constants, mkdir, readFile } from 'node:fs/promises';
import type { Word } from '@proofkeep/contract';
import type { z } from 'zod';
import type { Config } from './config.ts';
import { notForProduction, type UnfitPart } from './production.ts';
import { readSettings } from './read-config.ts';

interface UnfitSetting {
  key: string;
  says: Word;
}

/** Everything that keeps the service from starting with these settings, found before anything is opened. */
export interface StartProblems {
  settings: UnfitSetting[];
  parts: UnfitPart[];
}

export async function checkStart(environment: NodeJS.ProcessEnv): Promise<{ config: Config; problems: StartProblems }> {
  const { config, issues } = readSettings(environment);
  const invalid = issues.map((issue) => ({ key: String(issue.path[0]), says: wordOf(issue) }));
  const known = new Set(invalid.map(({ key }) => key));
  const places = [...(await unfitFiles(config)), ...(await unfitFolder(config)), ...publicUrl(config)];
  const settings = [...invalid, ...places.filter(({ key }) => !known.has(key))];
  return { config, problems: { settings, parts: notForProduction(config) } };
}

/** Messages of the schema exist in English only. */
const wordOf = (issue: z.core.$ZodIssue): Word =>
  issue.code === 'custom' && issue.params?.says ? issue.params.says : [issue.message, issue.message];

/** Key files of the chosen providers, and the settings that name them. */
const keyFiles = {
  ALIPAY_KEY_FILE: createPrivateKey,
  ALIPAY_PUBLIC_KEY_FILE: createPublicKey,
  WECHAT_KEY_FILE: createPrivateKey,
  WECHAT_PUBLIC_KEY_FILE: createPublicKey,
} as const;

async function unfitFiles(config: Config): Promise<UnfitSetting[]> {
  const found: UnfitSetting[] = [];
  for (const [key, parse] of Object.entries(keyFiles)) {
    const path = config[key as keyof typeof keyFiles];
    const pem = path && (await readFile(path, 'utf8').catch(() => null));
    if (pem === null) found.push({ key, says: [`无法读取文件 ${path}`, `cannot read the file ${path}`] });
    else if (pem !== undefined && !isKey(pem.trim(), parse))
      found.push({ key, says: [`${path} 不是 PEM 格式的密钥`, `${path} is not a key in PEM`] });
  }
  return found;
}

function isKey(pem: string, parse: (pem: string) => unknown): boolean {
  try {
    parse(pem);
    return true;
  } catch {
    return false;
  }
}

async function unfitFolder({ LOG_HEAD_FOLDER: folder }: Config): Promise<UnfitSetting[]> {
  if (folder === undefined) return [];
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return [];
  } catch {
    return [{ key: 'LOG_HEAD_FOLDER', says: [`文件夹 ${folder} 不可写入`, `cannot write to the folder ${folder}`] }];
  }
}

/** Links in mails and messages, cookies and redirect URLs are made from it. */
const publicUrl = ({ NODE_ENV, PUBLIC_URL }: Config): UnfitSetting[] =>
  NODE_ENV === 'production' && PUBLIC_URL === undefined
    ? [{ key: 'PUBLIC_URL', says: ['生产环境需要此项', 'required by NODE_ENV=production'] }]
    : [];

/** The lines that a refused start prints. */
export function startRefusalLines({ settings, parts }: StartProblems, isChinese: boolean): string[] {
  const say = ([zh, en]: Word) => (isChinese ? zh : en);
  const all = parts.map(({ name }) => name).join(',');
  return [
    ...(settings.length > 0
      ? [say(['存真未启动，以下设置有误：', 'Proofkeep did not start. Correct these settings:'])]
      : []),
    ...settings.map(({ key, says }) => `  ${key}: ${say(says)}`),
    ...(parts.length > 0
      ? [say(['存真未启动，以下部分仅供开发使用：', 'Proofkeep did not start. These parts are for development only:'])]
      : []),
    ...parts.map(({ name, says }) => `  ${name}: ${say(says)}`),
    ...(parts.length > 0
      ? [
          say([
            `如确需如此，请在 ALLOW_IN_PRODUCTION 中加入 ${all}`,
            `To start anyway, add ${all} to ALLOW_IN_PRODUCTION`,
          ]),
        ]
      : []),
  ];
}
