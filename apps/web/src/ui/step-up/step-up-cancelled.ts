/** The user cancelled the identity check, so the action was not run. Not an error to show. */
export class StepUpCancelled extends Error {
  override name = 'StepUpCancelled';
}
