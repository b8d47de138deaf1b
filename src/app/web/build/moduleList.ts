import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = resolve(import.meta.dirname, '../../../..')

/** A chunk of the build: its file, the files it imports statically, and the project-relative paths of its modules. */
export type ChunkModules = { file: string; isEntry: boolean; imports: string[]; modules: string[] }

/** Path of the list within the build folder, next to Vite's manifest. */
export const MODULE_LIST = '.vite/modules.json'

/** Writes a list of all chunks and their modules, from which the budgets compute what a page loads. */
export const moduleList = (): Plugin => ({
  name: 'earshot:module-list',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle)
      .filter((part) => part.type === 'chunk')
      .map(({ fileName, isEntry, imports, moduleIds }): ChunkModules => ({
        file: fileName,
        isEntry,
        imports,
        modules: moduleIds.map((id) => relative(ROOT, id)),
      }))
    this.emitFile({ type: 'asset', fileName: MODULE_LIST, source: JSON.stringify(chunks) })
  },
})
