import type { Client } from '../client.ts';

/** Everything that makes up the schema `public`, as lines of text by kind; two databases with equal catalogs behave alike. */
export type Catalog = Record<string, string[]>;

/** Names PostgreSQL invented for check constraints depend on the order of statements. */
const namedByPostgres = `con.contype = 'c' and con.conname ~ '_check\\d*$'`;
/** Source without comments and layout. */
const source = (text: string) =>
  `btrim(regexp_replace(regexp_replace(${text}, '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g'))`;
const isOurs = `'public'::regnamespace`;
/** What belongs to an extension is the extension's. */
const ofNoExtension = (oid: string) =>
  `not exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`;

const queries: Record<string, string> = {
  relations: `select format('%s %s persistence=%s options=%s rls=%s owner=%s acl=%s', c.relkind, c.relname, c.relpersistence,
      c.reloptions, c.relrowsecurity, c.relowner::regrole, c.relacl)
    from pg_class c where c.relnamespace = ${isOurs} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f', 'i')
      and ${ofNoExtension('c.oid')}`,
  columns: `select format('%s.%s %s%s default=%s identity=%s generated=%s collation=%s storage=%s compression=%s acl=%s',
      c.relname, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end,
      pg_get_expr(ad.adbin, ad.adrelid), a.attidentity, a.attgenerated, a.attcollation::regcollation, a.attstorage,
      a.attcompression, a.attacl)
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
    where c.relnamespace = ${isOurs} and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped
      and ${ofNoExtension('c.oid')}`,
  constraints: `select format('%s %s %s validated=%s enforced=%s', coalesce(con.conrelid::regclass::text, t.typname),
      case when ${namedByPostgres} then '' else con.conname end, pg_get_constraintdef(con.oid), con.convalidated, con.conenforced)
    from pg_constraint con left join pg_type t on t.oid = con.contypid
    where con.connamespace = ${isOurs} and con.contype <> 'n'`,
  indexes: `select format('%s clustered=%s replident=%s valid=%s', pg_get_indexdef(i.indexrelid), i.indisclustered,
      i.indisreplident, i.indisvalid)
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = ${isOurs}`,
  types: `select format('%s %s base=%s not null=%s default=%s labels=%s acl=%s', t.typtype, t.typname,
      format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
      array(select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder), t.typacl)
    from pg_type t where t.typnamespace = ${isOurs} and t.typtype in ('d', 'e', 'r', 'm') and ${ofNoExtension('t.oid')}`,
  functions: `select format('%s(%s) returns %s %s %s strict=%s definer=%s leakproof=%s parallel=%s cost=%s rows=%s settings=%s acl=%s %s',
      p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname, p.provolatile, p.proisstrict,
      p.prosecdef, p.proleakproof, p.proparallel, p.procost, p.prorows, p.proconfig, p.proacl,
      ${source('coalesce(pg_get_function_sqlbody(p.oid), p.prosrc)')})
    from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = ${isOurs} and ${ofNoExtension('p.oid')}`,
  views: `select format('%s %s', c.relname, ${source('pg_get_viewdef(c.oid)')})
    from pg_class c where c.relnamespace = ${isOurs} and c.relkind in ('v', 'm')`,
  triggers: `select format('%s enabled=%s', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = ${isOurs} and not t.tgisinternal`,
  sequences: `select format('%s %s start=%s min=%s max=%s by=%s cycle=%s cache=%s last=%s owned=%s', c.relname,
      format_type(s.seqtypid, null), s.seqstart, s.seqmin, s.seqmax, s.seqincrement, s.seqcycle, s.seqcache,
      pg_sequence_last_value(c.oid),
      (select format('%s.%s', d.refobjid::regclass, a.attname) from pg_depend d
        join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = ${isOurs}`,
  'rules and policies': `select format('%s %s', r.rulename, pg_get_ruledef(r.oid)) from pg_rewrite r
      join pg_class c on c.oid = r.ev_class where c.relnamespace = ${isOurs} and r.rulename <> '_RETURN'
    union all select format('%s %s', polname, polrelid::regclass) from pg_policy`,
  statistics: `select format('%s', pg_get_statisticsobjdef(oid)) from pg_statistic_ext where stxnamespace = ${isOurs}`,
  extensions: `select format('%s %s %s', extname, extversion, extnamespace::regnamespace) from pg_extension`,
  schemas: `select format('%s acl=%s', nspname, nspacl) from pg_namespace where nspname !~ '^pg_'`,
  'default privileges': "select format('%s', d) from pg_default_acl d",
  comments: `select format('%s %s', pg_describe_object(classoid, objoid, objsubid), description) from pg_description
    where pg_describe_object(classoid, objoid, objsubid) ~ 'public\\.'
      or classoid = 'pg_class'::regclass and objoid in (select oid from pg_class where relnamespace = ${isOurs})
      or classoid = 'pg_proc'::regclass and objoid in (select oid from pg_proc p where pronamespace = ${isOurs} and ${ofNoExtension('p.oid')})`,
};

/** Reads the catalog; column order doesn't count, as no statement relies on it. */
export async function readCatalog(client: Client): Promise<Catalog> {
  const catalog: Catalog = {};
  for (const [kind, query] of Object.entries(queries)) {
    const { rows } = await client.query<{ format: string }>(query);
    catalog[kind] = rows.map((row) => row.format).sort();
  }
  return catalog;
}

/** All rows, as a new database has them. Ids of ledger accounts and the time of creation are those of one database. */
export async function readRows(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = ${isOurs} and relkind = 'r' and relname <> 'migration'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select (to_jsonb(t) - 'made_at')::text as row from ${name} t`,
    );
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found.sort();
}

/** Names each ledger account by its kind in place of its id. */
export async function withoutIds<T>(client: Client, value: T): Promise<T> {
  const { rows } = await client.query<{ id: string; kind: string }>('select id, kind from ledger_account');
  const text = rows.reduce((all, { id, kind }) => all.replaceAll(id, `<${kind}>`), JSON.stringify(value));
  return JSON.parse(text);
}
