import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes everything that the installation seals from now on fail verification, by listing the seal's X.509 certificate
 * as revoked an hour ago. @returns a function that restores the list
 */
export function revokeSeal(dataDir: string): () => void {
  const keys = join(dataDir, 'keys');
  const crl = join(keys, 'issuing.crl');
  const sound = readFileSync(crl);
  const config = `[ca]\ndatabase=index\ndefault_md=sha256\ndefault_crl_days=90\ncrlnumber=number\n`;
  const sh = (command: string) => execFileSync('bash', ['-ec', command], { cwd: dataDir, stdio: 'pipe' });
  writeFileSync(join(dataDir, 'ca.cnf'), config);
  const ca = `openssl ca -config ca.cnf -name ca -keyfile '${keys}/issuing.key' -cert issuing.pem`;
  sh(`rm -f index; touch index; echo 01 > number`);
  for (const name of ['issuing', 'seal'])
    sh(
      `openssl x509 -in '${keys}/${name}.pem' -out ${name}.pem 2>/dev/null || openssl x509 -inform DER -in '${keys}/${name}.pem' -out ${name}.pem`,
    );
  sh(`${ca} -revoke seal.pem`);
  const hourAgo = `${new Date(Date.now() - 3_600_000).toISOString().slice(2, 19).replace(/\D/g, '')}Z`;
  sh(`awk -F'\\t' -v OFS='\\t' '{ $3 = "${hourAgo}" } 1' index > dated && mv dated index`);
  sh(`${ca} -gencrl -out crl.pem && openssl crl -in crl.pem -outform DER -out '${crl}'`);
  return () => writeFileSync(crl, sound);
}
