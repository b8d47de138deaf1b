import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FOLDER_COLORS } from '#features/folders/contract.ts'
import { NAMED_COLORS, NEW_FOLDER } from '#features/folders/rules.ts'

const css = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')

function parseTokens(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
}

type Channels = readonly [r: number, g: number, b: number]

function toLinearRgb(hex: string): Channels {
  const channel = (at: number) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

const luminanceOf = ([r, g, b]: Channels): number => 0.2126 * r + 0.7152 * g + 0.0722 * b
const luminance = (hex: string): number => luminanceOf(toLinearRgb(hex))

function contrastOfLuminance(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const contrast = (a: string, b: string): number => contrastOfLuminance(luminance(a), luminance(b))

/** Returns the luminance of `oklch(from hex max(l, least) c h)`. The matrices are those of OKLab. */
function withLeastLightness(hex: string, least: number): number {
  const [r, g, b] = toLinearRgb(hex)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  // A change of lightness adds the same amount to each of the three.
  const added = Math.max(0, least - lightness)
  const [l, m, s] = [(long + added) ** 3, (medium + added) ** 3, (short + added) ** 3]
  const shown = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)))
  return luminanceOf(shown as unknown as Channels)
}

const light = parseTokens(':root')
const dark = parseTokens(":root[data-theme='dark']")
const backgrounds = ['surface', 'raised', 'sunken']
const textPairs = [
  ...['ink', 'ink2', 'accent', 'signal', 'warn', 's1', 's2', 's3', 's4'].flatMap((ink) =>
    backgrounds.map((background) => [ink, background]),
  ),
  ...['surface', 'raised', 'sunken'].map((background) => ['ink3', background]),
  ...['accent', 'signal', 'warn', 's1', 's2', 's3', 's4'].map((ink) => [ink, `${ink}-soft`]),
  ['accent-ink', 'accent'],
  ['signal-ink', 'signal'],
  ['ink', 'accent-soft'],
  ['ink2', 'accent-soft'],
] as [string, string][]
const partPairs = ['edge', 'focus', 'accent', 'signal'].flatMap((foreground) =>
  backgrounds.map((background) => [foreground, background]),
) as [string, string][]

describe.each([
  ['light', light],
  ['dark', dark],
])('colors of the %s theme', (_, palette) => {
  const ratio = (a: string, b: string) => contrast(palette[a] ?? '', palette[b] ?? '')

  it.each(textPairs)('%s on %s has a contrast of at least 4.5:1', (ink, background) => {
    expect(ratio(ink, background)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(partPairs)('%s on %s has a contrast of at least 3:1', (foreground, background) => {
    expect(ratio(foreground, background)).toBeGreaterThanOrEqual(3)
  })
})

const folderColors = [...new Set([NEW_FOLDER.color, ...FOLDER_COLORS, ...NAMED_COLORS.map(({ color }) => color)])]

describe.each(folderColors)('folder color %s', (color) => {
  it('has a contrast of at least 3:1 on the backgrounds of the dark theme', () => {
    const shown = withLeastLightness(color, Number(dark['folder-lightness'] ?? 0))
    const ratios = backgrounds.map((background) => contrastOfLuminance(shown, luminance(dark[background] ?? '')))
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(3)
  })
})

describe('dark colors', () => {
  it('are the same for the chosen theme and for the system setting', () => {
    expect(parseTokens(":root:not([data-theme='light'])")).toEqual(dark)
    expect(Object.keys(dark).sort()).toEqual(Object.keys(light).sort())
  })
})
