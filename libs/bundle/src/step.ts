/** What a person does next, in both languages; `run` are the commands, one a line, all in one shell. */
export interface Step {
  zh: string;
  en: string;
  run: string[];
}
