/** The user cancelled the identity check, so the action was not run. Not an error to show. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed';
}
