import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, listSourceFiles } from './sourceTree.ts'

/** Licences of browser code are next to the built files, those of server code next to the code that loads it. */
const BROWSER_LICENCES = 'src/app/web/public/assets'
const SERVER_LICENCES = [
  'src/platform/audio/licences',
  'src/features/export/server/licences',
  'src/features/transcription/server/licences',
] as const

const LICENCE_TITLES = [
  /GNU (LESSER|LIBRARY) GENERAL PUBLIC LICENSE/,
  /GNU GENERAL PUBLIC LICENSE/,
  /Mozilla Public License Version 2\.0/,
  /MIT License/,
  /Redistribution and use in source and binary forms/,
  /SIL OPEN FONT LICENSE Version 1\.1/,
]

type Package = { name: string; version: string; license: string }

const packageNameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Returns the packages imported by our code that contain WebAssembly, codecs, or code that renders and subsets fonts. */
function findCodecs(): { name: string; inBrowser: boolean }[] {
  const found = new Map<string, { name: string; inBrowser: boolean }>()
  // Code that builds the page is not distributed.
  for (const path of listSourceFiles().filter((sourcePath) => !sourcePath.startsWith('src/app/web/build/'))) {
    const source = readFileSync(join(ROOT, path), 'utf8')
    for (const [, specifier = ''] of source.matchAll(/(?:from|import\()\s*'([^'#.][^']*)'/g)) {
      const name = packageNameOf(specifier)
      if (specifier.startsWith('node:') || (name !== 'mediabunny' && !containsWasm(name))) continue
      found.set(name, { name, inBrowser: /\/web\/|^src\/(ui|browser)\//.test(path) || (found.get(name)?.inBrowser ?? false) })
    }
  }
  return [...found.values()]
}

const wasmByPackage = new Map<string, boolean>()
function containsWasm(name: string): boolean {
  const cached = wasmByPackage.get(name)
  if (cached !== undefined) return cached
  const scripts = globSync(`node_modules/${name}/**/*.{js,mjs,wasm}`, {
    cwd: ROOT,
    exclude: ['**/node_modules/*/node_modules/**'],
  })
  const hasWasm = scripts.some(
    (path) => path.endsWith('.wasm') || readFileSync(join(ROOT, path), 'utf8').includes('WebAssembly.'),
  )
  wasmByPackage.set(name, hasWasm)
  return hasWasm
}

/** Returns the font packages imported by our styles. */
function findFonts(): string[] {
  const fonts = new Set<string>()
  for (const path of globSync('src/**/*.css', { cwd: ROOT })) {
    for (const [, specifier = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(/@import\s*'([^'.][^']*)'/g)) {
      const name = packageNameOf(specifier)
      if (globSync(`node_modules/${name}/files/*.woff2`, { cwd: ROOT }).length > 0) fonts.add(name)
    }
  }
  return [...fonts]
}

const licenceFile = (name: string): string =>
  `${name === '@ffmpeg/core' ? 'ffmpeg-core' : (name.split('/').at(-1) ?? name)}.LICENSE.txt`

/** Returns the folder next to the code that loads a package. */
const serverFolder = (name: string): string =>
  SERVER_LICENCES.find((dir) => existsSync(join(ROOT, dir, licenceFile(name)))) ?? SERVER_LICENCES[0]

/**
 * Returns the parts missing from the licence file of a package. A new version may have a different licence: check it and update the
 * text.
 */
function findMissingParts(name: string, dir: string): string[] {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as Package
  const text = readFileSync(join(ROOT, dir, licenceFile(name)), 'utf8')
  const parts = {
    [`${name} ${version}`]: text.includes(`${name} ${version}`),
    Licence: /^Licence$/m.test(text),
    'Source code': /^Source code$/m.test(text),
    'the title of a licence': LICENCE_TITLES.some((title) => title.test(text)),
    'the text of the licence': text.length > 2500,
  }
  return Object.keys(parts).filter((part) => !parts[part])
}

describe('licences of the distributed codecs', () => {
  const allCodecs = findCodecs()

  it('cover every package with WebAssembly, in the browser and on the server', () => {
    const names = allCodecs.map(({ name }) => name).toSorted()
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

  it.each(allCodecs)('exist as a text file: $name', ({ name, inBrowser }) => {
    expect(findMissingParts(name, inBrowser ? BROWSER_LICENCES : serverFolder(name))).toEqual([])
  })

  it.each([
    ['mp3-encoder', /GNU LIBRARY GENERAL PUBLIC LICENSE/, /Mozilla Public License Version 2\.0/],
    ['ac3', /GNU LESSER GENERAL PUBLIC LICENSE/, /Mozilla Public License Version 2\.0/],
    ['ffmpeg-core', /GNU GENERAL PUBLIC LICENSE/, /Source code/],
  ])('contain both texts where there are two: %s', (name, ...titles) => {
    const text = readFileSync(join(ROOT, BROWSER_LICENCES, `${name}.LICENSE.txt`), 'utf8')
    for (const title of titles) expect(text).toMatch(title)
  })
})

describe('licences of the distributed fonts', () => {
  it('exist as a text file for every package', () => {
    const fonts = findFonts()
    expect(fonts).toEqual(['@fontsource-variable/inter'])
    for (const name of fonts) expect(findMissingParts(name, BROWSER_LICENCES)).toEqual([])
  })
})
