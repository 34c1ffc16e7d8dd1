/** One text: the pages that show it differ in what stands around it. */
export interface Agreement {
  title: string;
  /** What it is about, before its first section. */
  intro: string;
  /** In its own order; numbered when shown. */
  sections: readonly { title: string; clauses: readonly string[] }[];
}
