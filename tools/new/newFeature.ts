import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractOf, routesOf, routesTestOf, serverOf, webOf } from './templates.ts'
import { namesOf, type FeatureNames } from './namesOf.ts'
import { phrases } from './phrases.ts'

/**
 * Lays out a feature: its face, its first route with a test, a page, its words in ten languages, its line in
 * `features.json` and its keys. Answers the paths made or changed. Throws with a sentence when it cannot.
 */
export function newFeature(root: string, feature: string): string[] {
  const names = namesOf(feature)
  if (existsSync(join(root, 'src/features', feature))) throw new Error(`src/features/${feature} is there already`)
  const written = { ...source(names), ...words() }
  const made = Object.entries(written).map(([path, text]) => {
    const below = `src/features/${feature}/${path}`
    mkdirSync(dirname(join(root, below)), { recursive: true })
    writeFileSync(join(root, below), text)
    return below
  })
  return [
    ...made,
    ...registrations(names)
      .filter(([path, edit]) => changed(join(root, path), edit))
      .map(([path]) => path),
  ]
}

function source(names: FeatureNames): Record<string, string> {
  return {
    'contract.ts': contractOf(names),
    'server.ts': serverOf(names),
    'server/routes.ts': routesOf(names),
    'server/routes.test.ts': routesTestOf(names),
    'web.tsx': webOf(names),
  }
}

function words(): Record<string, string> {
  const files = Object.entries(phrases).map(([locale, said]) => [`messages/${locale}.json`, `${JSON.stringify(said, null, 2)}\n`])
  return Object.fromEntries(files)
}

/** Where the house lists its features, and how each list takes one more. */
function registrations({ feature, camel }: FeatureNames): [path: string, edit: (text: string) => string][] {
  const key = /^\w+$/.test(feature) ? feature : `'${feature}'`
  const install = `import { install as ${camel} } from '#features/${feature}/server.ts'\n`
  const contract = `import { ${camel}Contract } from '#features/${feature}/contract.ts'\n`
  return [
    ['features.json', (text) => text.replace(/\n\}\s*$/, `,\n  "${feature}": ["account"]\n}\n`)],
    [
      'src/app/server/features.ts',
      (text) =>
        after(text, /^import \{ install as .*\n/gm, install).replace(/(const FEATURES = \[[^\]]*?),?\s*\]/, `$1, ${camel}]`),
    ],
    [
      'src/app/web/resources.d.ts',
      (text) =>
        after(
          text,
          /^ +\S+: typeof import\(.*\n/gm,
          `    ${key}: typeof import('../../features/${feature}/messages/en_US.json')\n`,
        ),
    ],
    [
      'test/world/user.ts',
      (text) =>
        after(
          after(text, /^import .*#features\/.*contract\.ts'\n/gm, contract),
          /^ +\w+: client\(.*\n/gm,
          `    ${camel}: client('${feature}', ${camel}Contract, send),\n`,
        ),
    ],
  ]
}

/** Puts a line after the last one that looks like this. */
function after(text: string, like: RegExp, line: string): string {
  const last = [...text.matchAll(like)].at(-1)
  if (!last) throw new Error(`no line like ${like} to put a new one after`)
  const end = last.index + last[0].length
  return text.slice(0, end) + line + text.slice(end)
}

function changed(path: string, edit: (text: string) => string): boolean {
  const before = readFileSync(path, 'utf8')
  const now = edit(before)
  if (now === before) throw new Error(`${path} does not look as expected; add the feature there by hand`)
  writeFileSync(path, now)
  return true
}
