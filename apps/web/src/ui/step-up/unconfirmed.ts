/** What was to be done was given up when the person was asked to confirm himself: nothing went wrong. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed';
}
