import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Mode } from './theme.ts';

/** Surfaces behind text. */
const surfaces = ['colorBgContainer', 'colorBgElevated', 'colorBgLayout'] as const;
/** Tinted backgrounds that antd puts `colorText` or the text of their own colour on. */
const tints = ['Primary', 'Info', 'Success', 'Warning', 'Error'] as const;

type Tokens = Record<string, string>;
let tokensOf: (mode: Mode) => Tokens;
let componentsOf: (mode: Mode) => Record<string, Record<string, string>>;

beforeAll(async () => {
  // The theme asks the browser for its preference, and reads the cookie of the choice.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
  const [{ theme }, own] = await Promise.all([import('antd'), import('./theme.ts')]);
  tokensOf = (mode) => {
    const algorithm = mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm;
    return theme.getDesignToken({ algorithm, token: own.antdTokens(own.paletteOf(mode)) }) as unknown as Tokens;
  };
  componentsOf = (mode) => own.antdComponents(own.paletteOf(mode)) as unknown as Record<string, Record<string, string>>;
});

type Rgb = [number, number, number];

/** Parses `#RGB`, `#RRGGBB` and `rgba(…)`; a transparent colour is laid over the background. */
function rgbOf(color: string, under: Rgb): Rgb {
  const long = color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(long);
  if (hex) return [1, 2, 3].map((at) => Number.parseInt(hex[at] as string, 16)) as Rgb;
  const [r = 0, g = 0, b = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [r, g, b].map((part, at) => part * alpha + (under[at] as number) * (1 - alpha)) as Rgb;
}

/** WCAG 2.2, relative luminance. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(text: string, background: string, surface: string): number {
  const below = rgbOf(background, rgbOf(surface, [255, 255, 255]));
  const [one, other] = [luminance(rgbOf(text, below)), luminance(below)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Every token that antd uses as text on a surface, whether set by us or derived. */
const isText = (name: string): boolean =>
  /^color(Text|Link|(Primary|Info|Success|Warning|Error)Text)/.test(name) &&
  !/Base|LightSolid|Disabled|Quaternary/.test(name);

describe.each(['light', 'dark'] as const)('in %s mode, the contrast is at least 4.5:1 for', (mode) => {
  it('text of every colour on every surface', () => {
    const tokens = tokensOf(mode);
    const low = Object.keys(tokens)
      .filter(isText)
      .flatMap((name) =>
        surfaces.map((on) => ({ name, on, ratio: contrast(tokens[name] as string, tokens[on] as string, '#000000') })),
      )
      .filter(({ ratio }) => ratio < 4.5);

    expect(low).toEqual([]);
  });

  it('text on tinted backgrounds', () => {
    const tokens = tokensOf(mode);
    const low = tints
      .flatMap((tint) => [`color${tint}Bg`, `color${tint}BgHover`])
      .flatMap((on) =>
        ['colorText', on.replace(/Bg(Hover)?$/, 'Text')].map((name) => ({
          name,
          on,
          ratio: contrast(tokens[name] as string, tokens[on] as string, tokens.colorBgContainer as string),
        })),
      )
      .filter(({ ratio }) => ratio < 4.5);

    expect(low).toEqual([]);
  });

  it('white on the fill of a button, at rest, hovered and pressed', () => {
    const tokens = tokensOf(mode);
    const fills = ['colorPrimary', 'colorPrimaryHover', 'colorPrimaryActive'];
    const low = fills
      .map((on) => ({ on, ratio: contrast(tokens.colorTextLightSolid as string, tokens[on] as string, '#000000') }))
      .filter(({ ratio }) => ratio < 4.5);

    expect(low).toEqual([]);
  });

  it('the text on a danger button’s fill, and on a count', () => {
    const { colorError, colorBgContainer } = tokensOf(mode) as Record<'colorError' | 'colorBgContainer', string>;
    const { Button, Badge } = componentsOf(mode);

    for (const text of [Button?.dangerColor, Badge?.colorTextLightSolid])
      expect(contrast(text as string, colorError, colorBgContainer)).toBeGreaterThanOrEqual(4.5);
  });

  it('the primary colour where a component writes with it', () => {
    const tokens = tokensOf(mode);
    const low = Object.entries(componentsOf(mode)).flatMap(([component, own]) =>
      Object.entries(own)
        .filter(([name]) => /color$/i.test(name) && !/border|bar|split|^dangerColor/i.test(name))
        .map(([name, color]) => ({
          name: `${component}.${name}`,
          ratio: contrast(color, tokens.colorBgContainer as string, '#000000'),
        }))
        .filter(({ ratio }) => ratio < 4.5),
    );

    expect(low).toEqual([]);
  });
});
