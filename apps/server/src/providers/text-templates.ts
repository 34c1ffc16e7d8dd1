import { z } from 'zod';
import { templates } from './text-bodies.ts';

export interface ProviderTemplate {
  code: string;
  /** Absent: the default signature. */
  signName: string | undefined;
}

const form = /^(?<name>[a-z-]+(?:\.en)?)=(?<code>[\w-]+)(?:@(?<signName>[^@]+))?$/;
const names: string[] = templates.flatMap((name) => [name, `${name}.en`]);

/** Parses `ours=theirs@signature`, comma-separated, by our name. */
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

/** Our templates without a provider template. */
export const missingTextTemplates = (given: ReadonlyMap<string, ProviderTemplate>): string[] =>
  templates.filter((name) => !given.has(name));
