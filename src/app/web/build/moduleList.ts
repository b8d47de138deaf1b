import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = resolve(import.meta.dirname, '../../../..')

/** A chunk of the build: its file, the files it imports statically, and the paths of its modules below the project. */
export type ChunkModules = { file: string; isEntry: boolean; imports: string[]; modules: string[] }

/** Where the list is in the folder of the build, beside the manifest of Vite. */
export const MODULE_LIST = '.vite/modules.json'

/** Writes a list of all chunks with their modules, which tells what a page loads. */
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
