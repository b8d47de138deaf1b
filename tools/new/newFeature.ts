import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractOf, routesOf, routesTestOf, serverOf, webOf } from './templates.ts'
import { namesOf, type FeatureNames } from './namesOf.ts'

/**
 * Creates a feature: its public API, a first route with a test, a page, messages in ten languages, its line in `features.json`
 * and its entries in the lists. Returns the paths made or changed. Throws an error with a readable message.
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

/** The sentence on the page of a new feature, in all ten languages (A§9). */
const phrases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en_US: { nothing_yet: 'There is nothing here yet.' },
  es_ES: { nothing_yet: 'Aún no hay nada aquí.' },
  fr_FR: { nothing_yet: 'Il n’y a encore rien ici.' },
  de_DE: { nothing_yet: 'Hier ist noch nichts.' },
  it_IT: { nothing_yet: 'Qui non c’è ancora nulla.' },
  ja_JP: { nothing_yet: 'まだ何もありません。' },
  ko_KR: { nothing_yet: '아직 아무것도 없습니다.' },
  pt_PT: { nothing_yet: 'Ainda não há nada aqui.' },
  zh_CN: { nothing_yet: '这里还没有内容。' },
  zh_TW: { nothing_yet: '這裡還沒有內容。' },
}

/** Returns the files that list features, and how each is extended. */
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

/** Inserts a line after the last one that matches. Throws when none does. */
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
