import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { LOCALES } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'

const NAME = 'virtual:messages'

/**
 * Bundles the messages of the first page in one lazy chunk per language. `virtual:messages` exports `loaders`, and
 * `virtual:messages/<locale>` exports the merged `{ <namespace>: { <key>: <text> } }`. The namespaces that `withNamespace` loads
 * with some code are in `later` instead, as `virtual:messages/<locale>/<namespace>`. `resources.d.ts` says where each namespace is.
 */
export function messages(src: string = resolve(import.meta.dirname, '../../..')): Plugin {
  return {
    name: 'earshot:messages',
    resolveId: (id) => (id === NAME || id.startsWith(`${NAME}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${NAME}`) return generateLoaders(src)
      const [code, requestedNamespace] = id.slice(NAME.length + 2).split('/')
      const locale = LOCALES.find((candidate) => id.startsWith(`\0${NAME}/`) && candidate === code)
      if (!locale) return undefined
      const later = new Set(requestedNamespace ? [] : findLaterNamespaces(src))
      const files = messageFiles(src, locale).filter(({ namespace }) =>
        requestedNamespace ? namespace === requestedNamespace : !later.has(namespace),
      )
      for (const { file } of files) this.addWatchFile(file)
      return `export default ${JSON.stringify(merge(files))}`
    },
    hotUpdate({ file }) {
      if (!/[\\/]messages[\\/]\w+\.json$/.test(file)) return
      for (const [id, module] of this.environment.moduleGraph.idToModuleMap) {
        if (id.startsWith(`\0${NAME}`)) this.environment.moduleGraph.invalidateModule(module)
      }
      this.environment.hot.send({ type: 'full-reload' })
    },
  }
}

/** Returns all messages of one language by namespace. Throws an error with the file name for invalid JSON. */
export const mergedMessages = (src: string, locale: Locale): Record<string, Record<string, string>> =>
  merge(messageFiles(src, locale))

const merge = (files: readonly MessageFile[]): Record<string, Record<string, string>> =>
  Object.fromEntries(files.map(({ namespace, file }) => [namespace, parse(file)]))

type MessageFile = { readonly namespace: string; readonly file: string }

const RESOURCES = 'app/web/resources.d.ts'

function messageFiles(src: string, locale: Locale): MessageFile[] {
  const lines = readFileSync(join(src, RESOURCES), 'utf8').matchAll(/^ +'?([\w-]+)'?: typeof import\('(.+)\/en_US\.json'\)/gm)
  return [...lines]
    .map(([, namespace = '', folder = '']) => ({ namespace, file: join(src, RESOURCES, '..', folder, `${locale}.json`) }))
    .filter(({ file }) => existsSync(file))
}

/** Returns the namespaces that code of the page loads with `withNamespace`. */
export function findLaterNamespaces(src: string): string[] {
  const names = globSync('{features/*/web.{ts,tsx},{app/web,browser,ui,features/*/web}/**/*.{ts,tsx}}', { cwd: src })
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) => [...readFileSync(join(src, path), 'utf8').matchAll(/\bwithNamespace\(\s*(\[[^\]]*\]|'[^']+')/g)])
    .flatMap(([, argument = '']) => [...argument.matchAll(/'([^']+)'/g)].map(([, name = '']) => name))
  return [...new Set(names)].toSorted()
}

function parse(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  } catch (cause) {
    throw new Error(`cannot read the messages in ${file}`, { cause })
  }
}

function generateLoaders(src: string): string {
  const getImports = (namespace: string) =>
    LOCALES.map((locale) => `${locale}: () => import('${NAME}/${locale}${namespace}')`).join(', ')
  const laterLines = findLaterNamespaces(src).map((namespace) => `'${namespace}': { ${getImports(`/${namespace}`)} }`)
  return `export const loaders = { ${getImports('')} }\nexport const later = { ${laterLines.join(', ')} }`
}
