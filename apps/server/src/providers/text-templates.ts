import { z } from 'zod';
import { templates } from './text-bodies.ts';

export interface ProviderTemplate {
  code: string;
  /** Absent: the one that messages bear unless told otherwise. */
  signName: string | undefined;
}

const form = /^(?<name>[a-z-]+(?:\.en)?)=(?<code>[\w-]+)(?:@(?<signName>[^@]+))?$/;
const names: string[] = templates.flatMap((name) => [name, `${name}.en`]);

/** `ours=theirs@signature`, comma-separated, by the name of ours. */
export const TextTemplates = z
  .string()
  .default('')
  .transform((text, context) => {
    const map = new Map<string, ProviderTemplate>();
    for (const item of text.split(',').flatMap((one) => one.trim() || [])) {
      const { name = '', code = '', signName } = form.exec(item)?.groups ?? {};
      if (names.includes(name) && !map.has(name)) map.set(name, { code, signName });
      else context.addIssue({ code: 'custom', message: `“${item}” is wrong, or names a template twice` });
    }
    return map;
  });

/** Ours for which there is none. */
export const missingTextTemplates = (given: ReadonlyMap<string, ProviderTemplate>): string[] =>
  templates.filter((name) => !given.has(name));
