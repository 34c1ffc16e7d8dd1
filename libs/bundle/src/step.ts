/** A step of the instructions in both languages; `run` contains the commands, one per line, all for the same shell. */
export interface Step {
  zh: string;
  en: string;
  run: string[];
}
