import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')

function parseTokens(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
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

describe('dark colors', () => {
  it('are the same for the chosen theme and for the system setting', () => {
    expect(parseTokens(":root:not([data-theme='light'])")).toEqual(dark)
    expect(Object.keys(dark).sort()).toEqual(Object.keys(light).sort())
  })
})
