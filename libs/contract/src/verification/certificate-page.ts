/** Path of the public page of an attestation, which the QR code of its certificate opens. */
export const certificatePath = (ano: string, manifestSha256: string): string =>
  `/website-show/query?by=certificate&ano=${encodeURIComponent(ano)}&sha256=${manifestSha256}`;

/** Path of the proof page of an attestation. */
export const proofPagePath = (ano: string): string => `/v/${encodeURIComponent(ano)}`;
