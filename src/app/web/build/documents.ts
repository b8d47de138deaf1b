import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { FALLBACK_LOCALE, LOCALES } from '#shared/locales.ts'
import { DOCUMENTS } from '#features/site/rules.ts'
import type { DocumentTree } from '#features/site/rules.ts'
import { compileDocument } from './compileDocument.ts'

const NAME = 'virtual:documents'

/**
 * Compiles the public documents from Markdown to small trees at build time, so that the browser parses no Markdown.
 * `virtual:documents` exports `documents`, one loader per document and language; `virtual:documents/<name>/<locale>` is one
 * document. A missing translation falls back to English.
 */
export function documents(folder: string = resolve(import.meta.dirname, '../../../features/site/web/documents')): Plugin {
  return {
    name: 'earshot:documents',
    resolveId: (id) => (id === NAME || id.startsWith(`${NAME}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${NAME}`) return generateLoaders(folder)
      const [name = '', locale = ''] = id.slice(NAME.length + 2).split('/')
      if (!id.startsWith(`\0${NAME}/`)) return undefined
      this.addWatchFile(getFilePath(folder, name, locale))
      this.addWatchFile(getFilePath(folder, name, FALLBACK_LOCALE))
      return `export default ${JSON.stringify(readDocument(folder, name, locale))}`
    },
    hotUpdate({ file }) {
      if (!file.startsWith(folder) || !file.endsWith('.md')) return
      for (const [id, module] of this.environment.moduleGraph.idToModuleMap) {
        if (id.startsWith(`\0${NAME}`)) this.environment.moduleGraph.invalidateModule(module)
      }
      this.environment.hot.send({ type: 'full-reload' })
    },
  }
}

/** Compiles one document with the anchors of the English headings. Throws an error with file and line. */
export function readDocument(folder: string, name: string, locale: string): DocumentTree {
  const compile = (sourceLocale: string, ids?: readonly string[]) => {
    const file = getFilePath(folder, name, sourceLocale)
    return compileDocument({ file, text: readFileSync(file, 'utf8'), locale: sourceLocale, ...(ids && { ids }) })
  }
  const english = locale !== FALLBACK_LOCALE && existsSync(getFilePath(folder, name, FALLBACK_LOCALE)) && compile(FALLBACK_LOCALE)
  const { ids: _, ...tree } = compile(locale, english ? english.ids : undefined)
  return tree
}

const getFilePath = (folder: string, name: string, locale: string): string => join(folder, name, `${locale}.md`)

function generateLoaders(folder: string): string {
  const lines = DOCUMENTS.map((name) => {
    const entries = LOCALES.flatMap((locale) => {
      const availableLocale = [locale, FALLBACK_LOCALE].find((candidate) => existsSync(getFilePath(folder, name, candidate)))
      return availableLocale ? [`${locale}: () => import('${NAME}/${name}/${availableLocale}')`] : []
    })
    return `'${name}': { ${entries.join(', ')} }`
  })
  return `export const documents = { ${lines.join(',\n')} }`
}
