import type { Device } from '@proofkeep/contract';

/** Specific ones first: their strings also contain the names further down. */
const browsers: readonly [name: string, pattern: RegExp][] = [
  ['WeChat', /MicroMessenger\/(\d+)/],
  ['Alipay', /AlipayClient\/(\d+)/],
  ['DingTalk', /DingTalk\/(\d+)/],
  ['QQ', /\bQQ\/(\d+)/],
  ['UC', /UC?Browser\/(\d+)/],
  ['Huawei Browser', /HuaweiBrowser\/(\d+)/],
  ['Xiaomi Browser', /MiuiBrowser\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/],
];

const systems: readonly [name: string, pattern: RegExp][] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

/** Names the browser and system from the User-Agent, which is not verified. */
export function deviceOf(userAgent: string): Device {
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return { browser: `${name} ${version}`, system: systemOf(userAgent) };
  }
  return { browser: null, system: systemOf(userAgent) };
}

const systemOf = (userAgent: string): string | null =>
  systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
