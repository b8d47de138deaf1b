import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { LOCALES } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'

const NAME = 'virtual:messages'

/** Namespaces that the first page does not need. Each has its own chunk per language, loaded by `loadNamespace`. */
export const DEFERRED_NAMESPACES = [
  'palette',
  'shortcuts',
  'recorder',
  'site',
  'devices',
  'membership',
  'billing-global',
  'billing-china',
  'search',
  'export',
  'share',
  'ask',
  'integrations',
  'language-models',
  'notes',
  'transcription',
  'templates',
  'generateDialog',
  'import',
  'import-transcript',
  'word-list',
  'voice-prints',
  'personal-data',
  'retention',
  'speech-models',
] as const

/**
 * Bundles the messages of all features into one lazy chunk per language. `virtual:messages` exports `loaders`, and
 * `virtual:messages/<locale>` exports the merged `{ <namespace>: { <key>: <text> } }`. The namespace is the name of the feature
 * folder, `ui`, `app`, or a part of `app`. Deferred namespaces are in `later` instead, as `virtual:messages/<locale>/<namespace>`.
 */
export function messages(src: string = resolve(import.meta.dirname, '../../..')): Plugin {
  return {
    name: 'earshot:messages',
    resolveId: (id) => (id === NAME || id.startsWith(`${NAME}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${NAME}`) return generateLoaders()
      const [code, requestedNamespace] = id.slice(NAME.length + 2).split('/')
      const locale = LOCALES.find((candidate) => id.startsWith(`\0${NAME}/`) && candidate === code)
      if (!locale) return undefined
      for (const { file } of messageFiles(src, locale)) this.addWatchFile(file)
      const entries = Object.entries(mergedMessages(src, locale)).filter(([name]) =>
        requestedNamespace ? name === requestedNamespace : !isDeferred(name),
      )
      return `export default ${JSON.stringify(Object.fromEntries(entries))}`
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
export function mergedMessages(src: string, locale: Locale): Record<string, Record<string, string>> {
  return Object.fromEntries(messageFiles(src, locale).map(({ namespace, file }) => [namespace, parse(file)]))
}

function messageFiles(src: string, locale: Locale): { namespace: string; file: string }[] {
  const features = join(src, 'features')
  const names = existsSync(features) ? readdirSync(features).sort() : []
  return [
    { namespace: 'ui', file: join(src, 'ui/messages', `${locale}.json`) },
    { namespace: 'app', file: join(src, 'app/web/messages', `${locale}.json`) },
    { namespace: 'palette', file: join(src, 'app/web/palette/messages', `${locale}.json`) },
    { namespace: 'shortcuts', file: join(src, 'app/web/layout/shortcuts/messages', `${locale}.json`) },
    { namespace: 'generateDialog', file: join(features, 'generate/web/dialog/messages', `${locale}.json`) },
    { namespace: 'import', file: join(features, 'upload/web/import/messages', `${locale}.json`) },
    { namespace: 'import-transcript', file: join(features, 'transcription/web/import-transcript/messages', `${locale}.json`) },
    { namespace: 'import-transcript', file: join(features, 'transcription/web/import-transcript/messages', `${locale}.json`) },
    { namespace: 'import-transcript', file: join(features, 'transcription/web/import-transcript/messages', `${locale}.json`) },
    { namespace: 'word-list', file: join(features, 'transcription/web/word-list/messages', `${locale}.json`) },
    { namespace: 'voice-prints', file: join(features, 'transcription/web/voice-prints/messages', `${locale}.json`) },
    ...names.map((namespace) => ({ namespace, file: join(features, namespace, 'messages', `${locale}.json`) })),
  ].filter(({ file }) => existsSync(file))
}

function parse(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  } catch (cause) {
    throw new Error(`cannot read the messages in ${file}`, { cause })
  }
}

const isDeferred = (namespace: string): boolean => DEFERRED_NAMESPACES.some((candidate) => candidate === namespace)

function generateLoaders(): string {
  const getImports = (namespace: string) =>
    LOCALES.map((locale) => `${locale}: () => import('${NAME}/${locale}${namespace}')`).join(', ')
  const deferredLines = DEFERRED_NAMESPACES.map((namespace) => `'${namespace}': { ${getImports(`/${namespace}`)} }`)
  return `export const loaders = { ${getImports('')} }\nexport const later = { ${deferredLines.join(', ')} }`
}
