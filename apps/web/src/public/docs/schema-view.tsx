import { words } from '../../ui/words/words.ts';
import type { Schema } from './document.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('schema-view', text);

export interface Definitions {
  schemas: Record<string, Schema>;
  /** Names of the enclosing definitions: stops at recursive ones. */
  within?: readonly string[];
  /** In a reply, optional fields are marked; in an input, required ones. */
  isReply?: boolean;
}

/** Fields of an object with their types, followed by their nested fields. */
export function Fields({ schema, ...context }: { schema: Schema } & Definitions) {
  const { schemas, isReply } = context;
  const t = useWords();
  const required = new Set(schema.required);
  return (
    <ul className="docs-fields">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <li key={name}>
          <code>{name}</code> <Kind schema={field} schemas={schemas} />
          {required.has(name) !== Boolean(isReply) && (
            <span className="docs-required">{t(isReply ? 'optional' : 'required')}</span>
          )}
          <Inside schema={field} {...context} />
        </li>
      ))}
      {typeof schema.additionalProperties === 'object' && (
        <li>
          <span className="secondary">{t('byName')}</span>{' '}
          <Kind schema={schema.additionalProperties} schemas={schemas} />
          <Inside schema={schema.additionalProperties} {...context} />
        </li>
      )}
    </ul>
  );
}

/** Short description of a schema: type, bounds and default. */
function Kind({ schema, schemas }: { schema: Schema } & Definitions) {
  const t = useWords();
  const notes = [
    boundsOf(schema),
    schema.default === undefined ? '' : t('standard', { value: JSON.stringify(schema.default) }),
  ].filter(Boolean);
  return (
    <span className="secondary">
      <span className="mono">{kindOf(schema, schemas, t('or'))}</span>
      {notes.length > 0 && ` · ${notes.join(' · ')}`}
    </span>
  );
}

function Inside({ schema, schemas, within = [], isReply }: { schema: Schema } & Definitions) {
  const t = useWords();
  const name = nameOf(schema);
  if (name && within.includes(name)) return null;
  const inner = { schemas, isReply, within: name ? [...within, name] : within };
  const one = resolved(schema, schemas);
  if (one.properties || typeof one.additionalProperties === 'object') return <Fields schema={one} {...inner} />;
  if (one.items && resolved(one.items, schemas).properties)
    return (
      <>
        <span className="secondary"> · {t('each')}</span>
        <Inside schema={one.items} {...inner} />
      </>
    );
  return one.anyOf?.map((way, at) => <Inside key={at} schema={way} {...inner} />);
}

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

const resolved = (schema: Schema, schemas: Record<string, Schema>): Schema => schemas[nameOf(schema) ?? ''] ?? schema;

function kindOf(schema: Schema, schemas: Record<string, Schema>, or: string, depth = 0): string {
  const one = resolved(schema, schemas);
  if (depth > 3) return '…';
  if (one.const !== undefined) return JSON.stringify(one.const);
  if (one.enum) return valuesOf(one.enum);
  if (one.anyOf) return [...new Set(one.anyOf.map((way) => kindOf(way, schemas, or, depth + 1)))].join(` ${or} `);
  if (one.items) return `${kindOf(one.items, schemas, or, depth + 1)}[]`;
  return one.format ?? [one.type ?? 'any'].flat().join(` ${or} `);
}

/** All enum values, or the first six if there are more than 20. */
function valuesOf(values: unknown[]): string {
  const shown = values.slice(0, values.length > 20 ? 6 : 20).map((value) => JSON.stringify(value));
  return shown.length < values.length ? `${shown.join(' | ')} | … (${values.length})` : shown.join(' | ');
}

function boundsOf({ minLength, maxLength, minimum, maximum, minItems, maxItems, pattern }: Schema): string {
  const range = (least?: number, most?: number) => {
    const isBound = most !== undefined && Math.abs(most) < Number.MAX_SAFE_INTEGER;
    const isAtLeast = least !== undefined && least > -Number.MAX_SAFE_INTEGER;
    if (isAtLeast && isBound) return `${least}–${most}`;
    if (isBound) return `≤ ${most}`;
    return isAtLeast ? `≥ ${least}` : '';
  };
  const bounds = [range(minLength, maxLength), range(minimum, maximum), range(minItems, maxItems), pattern ?? ''];
  return bounds.filter(Boolean).join(' · ');
}
