import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractTemplate, pageTemplate, routesTemplate, routesTestTemplate, serverTemplate, webTemplate } from './templates.ts'
import { featureNames, type FeatureNames } from './featureNames.ts'

/**
 * Creates a feature: its public API, a first route with a test, a page, messages in ten languages, its line in `features.json` and
 * its entries in the lists. Returns the created and changed paths. Throws an error with a user-friendly message.
 */
export function newFeature(root: string, feature: string): string[] {
  const names = featureNames(feature)
  if (existsSync(join(root, 'src/features', feature))) throw new Error(`src/features/${feature} already exists`)
  if (hasMessages(root, feature)) throw new Error(`another feature has messages with the name ${feature}; choose another name`)
  const newFiles = { ...sourceFiles(names), ...messageFiles() }
  const createdPaths = Object.entries(newFiles).map(([path, text]) => {
    const createdPath = `src/features/${feature}/${path}`
    mkdirSync(dirname(join(root, createdPath)), { recursive: true })
    writeFileSync(join(root, createdPath), text)
    return createdPath
  })
  return [
    ...createdPaths,
    ...listEdits(names)
      .filter(([path, edit]) => editFile(join(root, path), edit))
      .map(([path]) => path),
  ]
}

/** Returns whether a message namespace of this name exists. Each name must refer to one file. */
const hasMessages = (root: string, name: string): boolean =>
  new RegExp(`^ +'?${name}'?: typeof import`, 'm').test(readFileSync(join(root, 'src/app/web/resources.d.ts'), 'utf8'))

function sourceFiles(names: FeatureNames): Record<string, string> {
  return {
    'contract.ts': contractTemplate(names),
    'server.ts': serverTemplate(names),
    'server/routes.ts': routesTemplate(names),
    'server/routes.test.ts': routesTestTemplate(names),
    'web.tsx': webTemplate(names),
    [`web/${names.pascal}Page.tsx`]: pageTemplate(names),
  }
}

function messageFiles(): Record<string, string> {
  const files = Object.entries(emptyPageMessages).map(([locale, messages]) => [
    `messages/${locale}.json`,
    `${JSON.stringify(messages, null, 2)}\n`,
  ])
  return Object.fromEntries(files)
}

/** The sentence on the page of a new feature, in all ten languages (A§9). */
const emptyPageMessages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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

/** Returns the files that list features, and how to extend each of them. */
function listEdits({ feature, camel }: FeatureNames): [path: string, edit: (text: string) => string][] {
  const key = /^\w+$/.test(feature) ? feature : `'${feature}'`
  const manifest = `import { ${camel} } from '#features/${feature}/server.ts'\n`
  const webManifest = `import { ${camel}Feature } from '#features/${feature}/web.tsx'\n`
  const contract = `import { ${camel}Contract } from '#features/${feature}/contract.ts'\n`
  return [
    ['features.json', (text) => text.replace(/\n\}\s*$/, `,\n  "${feature}": ["account"]\n}\n`)],
    [
      'src/app/server/features.ts',
      (text) =>
        insertAfterLast(text, /^import .*#features\/.*server\.ts'\n/gm, manifest).replace(
          /^(export const FEATURES\b.*= \[\n(?: .*\n)*)\]/m,
          `$1  ${camel},\n]`,
        ),
    ],
    [
      'src/app/web/features.ts',
      (text) =>
        insertAfterLast(text, /^import .*#features\/.*web\.tsx'\n/gm, webManifest).replace(
          /^(const features = \[\n(?: .*\n)*)\]/m,
          `$1  ${camel}Feature,\n]`,
        ),
    ],
    [
      'src/app/web/resources.d.ts',
      (text) =>
        insertAfterLast(
          text,
          /^ +\S+: typeof import\(.*\n/gm,
          `    ${key}: typeof import('../../features/${feature}/messages/en_US.json')\n`,
        ),
    ],
    [
      'test/server/user.ts',
      (text) =>
        insertAfterLast(
          insertAfterLast(text, /^import .*#features\/.*contract\.ts'\n/gm, contract),
          /^ +\w+: client\(.*\n/gm,
          `    ${camel}: client('${feature}', ${camel}Contract, send),\n`,
        ),
    ],
  ]
}

/** Inserts a line after the last one that matches. Throws when none does. */
function insertAfterLast(text: string, pattern: RegExp, line: string): string {
  const last = [...text.matchAll(pattern)].at(-1)
  if (!last) throw new Error(`no line matches ${pattern}, after which a new one would be inserted`)
  const end = last.index + last[0].length
  return text.slice(0, end) + line + text.slice(end)
}

function editFile(path: string, edit: (text: string) => string): boolean {
  const original = readFileSync(path, 'utf8')
  const edited = edit(original)
  if (edited === original) throw new Error(`${path} does not look as expected; add the feature there by hand`)
  writeFileSync(path, edited)
  return true
}
