/** A step of the instructions, in both languages; `run` holds the commands, one a line, all in one shell. */
export interface Step {
  zh: string;
  en: string;
  run: string[];
}
