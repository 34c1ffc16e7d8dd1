/** URLs that must not be captured, by the reason: every class of address in several spellings. */
const refusedUrls = {
  notPublic: [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fd00::5]/',
    'http://[fe80::1]/',
    'https://10.0.0.5/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    '\thttps://192.168.1.1/ ',
    'http:\\\\127.0.0.1\\',
    'http:/127.0.0.1',
  ],
  thisMachine: [
    'http://localhost/',
    'http://LOCALHOST:8080/',
    'http://localhost./',
    'https://foo.localhost/',
    'http://ⓛocalhost/',
  ],
  scheme: [
    'file:///etc/passwd',
    'chrome://version',
    'view-source:https://a.test/',
    'javascript:alert(1)',
    'data:,x',
    'ftp://a.test/',
    'about:blank',
    'devtools://devtools/',
    'ws://a.test/',
  ],
  credentials: ['http://user@a.test/', 'http://user:word@a.test/', 'https://:word@a.test/', 'http://a.test@127.0.0.1/'],
  port: [22, 25, 53, 3306, 5432, 6379, 9200, 11211].map((port) => `http://a.test:${port}/`),
};

/** The sentence about each reason. */
const refusedBecause: Record<keyof typeof refusedUrls, RegExp> = {
  notPublic: /^[\da-f.:]+ isn't a public internet address\.$/,
  thisMachine: /localhost\.? is this machine's own address/,
  scheme: /^Only http and https URLs can be preserved, not “[a-z-]+:”\.$/,
  credentials: /username or password/,
  port: /^Port \d+ isn't used for web pages\.$/,
};

/** Each URL that must not be captured, however it is entered, with the sentence that refuses it. */
export const refusedUrlRows: readonly (readonly [url: string, because: RegExp])[] = Object.entries(refusedUrls).flatMap(
  ([reason, urls]) => urls.map((url) => [url, refusedBecause[reason as keyof typeof refusedUrls]] as const),
);
