import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, sourceFiles } from './tree.ts'

/** Licences of browser code are next to the built files, those of server code next to the code that loads it. */
const SHIPPED = 'src/app/web/public/assets'
const LOADED = 'src/platform/sound/licences'

const TITLES = [
  /GNU (LESSER|LIBRARY) GENERAL PUBLIC LICENSE/,
  /GNU GENERAL PUBLIC LICENSE/,
  /Mozilla Public License Version 2\.0/,
  /MIT License/,
  /Redistribution and use in source and binary forms/,
]

type Package = { name: string; version: string; license: string }

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Returns the packages that our code imports and that contain WebAssembly, which are codecs so far. */
function codecs(): { name: string; inBrowser: boolean }[] {
  const found = new Map<string, { name: string; inBrowser: boolean }>()
  // Code that builds the page is not distributed.
  for (const path of sourceFiles().filter((each) => !each.startsWith('src/app/web/vite/'))) {
    const source = readFileSync(join(ROOT, path), 'utf8')
    for (const [, specifier = ''] of source.matchAll(/(?:from|import\()\s*'([^'#.][^']*)'/g)) {
      const name = packageOf(specifier)
      if (specifier.startsWith('node:') || (name !== 'mediabunny' && !bringsWasm(name))) continue
      found.set(name, { name, inBrowser: /\/web\/|^src\/ui\//.test(path) || (found.get(name)?.inBrowser ?? false) })
    }
  }
  return [...found.values()]
}

const known = new Map<string, boolean>()
function bringsWasm(name: string): boolean {
  const there = known.get(name)
  if (there !== undefined) return there
  const scripts = globSync(`node_modules/${name}/**/*.{js,mjs,wasm}`, {
    cwd: ROOT,
    exclude: ['**/node_modules/*/node_modules/**'],
  })
  const brings = scripts.some((path) => path.endsWith('.wasm') || readFileSync(join(ROOT, path), 'utf8').includes('WebAssembly.'))
  known.set(name, brings)
  return brings
}

describe('licences of the distributed codecs', () => {
  const all = codecs()

  it('cover every package with WebAssembly, in the browser and on the server', () => {
    const names = all.map(({ name }) => name).toSorted()
    const expected = [
      '@ffmpeg/core',
      '@mediabunny/ac3',
      '@mediabunny/mp3-encoder',
      'mediabunny',
      'mpg123-decoder',
      'opus-decoder',
    ]
    expect(names).toEqual(expect.arrayContaining(expected))
  })

  it.each(all)('exist as a text file: $name', ({ name, inBrowser }) => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as Package
    const short = name === '@ffmpeg/core' ? 'ffmpeg-core' : (name.split('/').at(-1) ?? name)
    const text = readFileSync(join(ROOT, inBrowser ? SHIPPED : LOADED, `${short}.LICENSE.txt`), 'utf8')
    // A new version may have another licence: check it and update the text.
    expect(text).toContain(`${name} ${version}`)
    expect(text).toMatch(/^Licence$/m)
    expect(text).toMatch(/^Source code$/m)
    expect(TITLES.some((title) => title.test(text))).toBe(true)
    expect(text.length).toBeGreaterThan(2500)
  })

  it.each([
    ['mp3-encoder', /GNU LIBRARY GENERAL PUBLIC LICENSE/, /Mozilla Public License Version 2\.0/],
    ['ac3', /GNU LESSER GENERAL PUBLIC LICENSE/, /Mozilla Public License Version 2\.0/],
    ['ffmpeg-core', /GNU GENERAL PUBLIC LICENSE/, /Source code/],
  ])('contain both texts where there are two: %s', (name, ...titles) => {
    const text = readFileSync(join(ROOT, SHIPPED, `${name}.LICENSE.txt`), 'utf8')
    for (const title of titles) expect(text).toMatch(title)
  })
})
