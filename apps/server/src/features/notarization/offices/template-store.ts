import type { DocumentTemplate, MatterKind, TemplateDocument } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

type Row = Omit<DocumentTemplate, 'savedAt'> & { savedAt: Date };

const columns = `t.kind, t.document, t.version, t.text, s.name as "savedBy", t.saved_at as "savedAt"`;
const shown = (row: Row): DocumentTemplate => ({ ...row, savedAt: row.savedAt.toISOString() });

/** The newest version of each template that an office saved, for one kind of matter or for all. */
export async function findTemplates(db: Client, officeId: string, kind?: MatterKind): Promise<DocumentTemplate[]> {
  const { rows } = await db.query<Row>(
    `select distinct on (t.kind, t.document) ${columns} from document_template t join staff s on s.id = t.saved_by
     where t.office_id = $1 and ($2::text is null or t.kind = $2) order by t.kind, t.document, t.version desc`,
    [officeId, kind ?? null],
  );
  return rows.map(shown);
}

export interface TemplateKey {
  officeId: string;
  kind: MatterKind;
  document: TemplateDocument;
}

/** All versions of a template, newest first. */
export async function findTemplateVersions(db: Client, key: TemplateKey): Promise<DocumentTemplate[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from document_template t join staff s on s.id = t.saved_by
     where t.office_id = $1 and t.kind = $2 and t.document = $3 order by t.version desc`,
    [key.officeId, key.kind, key.document],
  );
  return rows.map(shown);
}

/** @returns false if the template has been saved since that version */
export async function insertTemplate(
  db: Client,
  o: TemplateKey & { version: number; text: string; staffId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into document_template (office_id, kind, document, version, text, saved_by, saved_at)
     select $1, $2, $3, $4, $5, $6, $7
     where $4 = 1 + coalesce((select max(version) from document_template where office_id = $1 and kind = $2 and document = $3), 0)
     on conflict do nothing`,
    [o.officeId, o.kind, o.document, o.version, o.text, o.staffId, o.now],
  );
  return rowCount === 1;
}
