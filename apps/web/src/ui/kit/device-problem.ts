/**
 * Why `getUserMedia` opened no device, by the name of its error (W3C Media Capture and Streams). `busy` also covers errors
 * of the device or the operating system.
 */
export function deviceProblemOf(error: unknown): 'refused' | 'absent' | 'busy' {
  const { name } = error as DOMException;
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'busy';
}
