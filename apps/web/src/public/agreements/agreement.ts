/** Text of an agreement, shared by the pages that frame it differently. */
export interface Agreement {
  title: string;
  intro: string;
  /** In order, without numbers; they are added on display. */
  sections: readonly { title: string; clauses: readonly string[] }[];
}
