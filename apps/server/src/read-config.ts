import { z } from 'zod';
import { type Config, Keys } from './config.ts';
import { missingSettings } from './required-settings.ts';

/** Only the sandbox moves a balance by itself; an operator credits bank transfers. */
const developmentDefaults = {
  PAY_PROVIDERS: 'sandbox',
  BANK_ACCOUNT: '存真演示有限公司 | 演示银行（请勿转账） | 0000 0000 0000 0000',
};

/** @throws ZodError naming each key that is invalid, missing or not filled in */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { config, issues } = readSettings(environment);
  if (issues.length > 0) throw new z.ZodError(issues);
  return config;
}

/**
 * Empty values count as absent, except for an empty list of time servers. @returns what is wrong, and the configuration
 * without the invalid keys, so that one start reports everything to be corrected; a custom issue has its sentence in
 * both languages as `params.says`
 */
export function readSettings(environment: NodeJS.ProcessEnv): { config: Config; issues: z.core.$ZodIssue[] } {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([key, value]) => value !== '' || key === 'NTP_SERVERS'),
  );
  const given = { ...(set.NODE_ENV === 'production' ? {} : developmentDefaults), ...set };
  const read = Keys.safeParse(given);
  const issues = [...(read.error?.issues ?? [])];
  const invalid = new Set(issues.map(({ path }) => String(path[0])));
  const config =
    read.data ?? Keys.parse(Object.fromEntries(Object.entries(given).filter(([key]) => !invalid.has(key))));
  for (const { key, says } of missingSettings(config, set))
    if (!invalid.has(key)) issues.push({ code: 'custom', path: [key], message: says[1], params: { says } });
  return { config, issues };
}
