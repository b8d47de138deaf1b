import { mkdir, open, readFile, rename, rm, statfs, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Bytes } from '#shared/units.ts'
import { systemClock, type Clock } from '#platform/clock/clock.ts'
import { CATALOGUE, modelBytes, type CatalogueModel, type DownloadableFile } from './catalogue.ts'
import type { AvailableModel, InstalledModels } from './chooseModel.ts'
import { downloadFile, ModelError, partPath, sizeOf } from './downloadFile.ts'

export type ModelStoreOptions = {
  /** The folder of the installed models, each in a folder named after its id. */
  readonly dir: string
  /** A folder or the URL of a mirror with folders named after model ids (EARSHOT_MODELS). Tried before the makers. */
  readonly mirror?: string | null
  /** Replaces the catalogue in tests. */
  readonly catalogue?: readonly CatalogueModel[]
  readonly clock?: Clock
}

/** The speed of a model relative to real time on this machine: 13 means an hour in less than five minutes. */
export type MeasuredSpeed = { readonly speed: number; readonly threads: number }

/** The state of a catalogue model on this disk. */
export type ModelStatus = {
  readonly model: CatalogueModel
  readonly isInstalled: boolean
  /** Bytes on disk, including those of an unfinished download. */
  readonly received: Bytes
  readonly measured: MeasuredSpeed | null
}

/** The speech models on this disk. Several processes may share a folder. */
export type ModelStore = {
  list: () => Promise<{ models: ModelStatus[]; preferred: string | null; free: Bytes }>
  /** Returns the installed models except the bundled one. */
  read: () => Promise<InstalledModels>
  /**
   * Downloads the missing files of a model, resuming an unfinished download. Throws ModelError; 'busy' when another process
   * downloads it.
   */
  download: (id: string, options: { signal: AbortSignal; onProgress: (received: Bytes) => void }) => Promise<void>
  /** Deletes a model or its unfinished download. */
  remove: (id: string) => Promise<void>
  /** Sets the model that is used for all its languages. Null: the most accurate one for each language. */
  prefer: (id: string | null) => Promise<void>
  saveSpeed: (id: string, measured: MeasuredSpeed) => Promise<void>
}

/** State stored beside the models. */
const State = z.object({
  preferred: z.string().nullable().catch(null),
  speeds: z.record(z.string(), z.object({ speed: z.number(), threads: z.number() })).catch({}),
})
type State = z.infer<typeof State>

/** Returns the models in a folder, which the first download creates. */
export function openModelStore(options: ModelStoreOptions): ModelStore {
  const { dir, mirror = null, catalogue = CATALOGUE, clock = systemClock } = options
  const stateFile = join(dir, 'models.json')
  const findById = (id: string): CatalogueModel => {
    const model = catalogue.find((candidate) => candidate.id === id)
    if (!model) throw new ModelError('unknown-model', `There is no speech model "${id}".`)
    if (model.isBundled) throw new ModelError('bundled', `${model.name} is part of Earshot and always installed.`)
    return model
  }
  const readState = async (): Promise<State> => State.parse(JSON.parse(await readFile(stateFile, 'utf8').catch(() => '{}')))
  const changeState = async (change: (state: State) => State) => {
    await mkdir(dir, { recursive: true })
    await writeFile(`${stateFile}.new`, JSON.stringify(change(await readState()), null, 2))
    await rename(`${stateFile}.new`, stateFile)
  }
  const statusOf = async (model: CatalogueModel, { speeds }: State): Promise<ModelStatus> => {
    const measured = speeds[model.id] ?? null
    if (model.isBundled) return { model, isInstalled: true, received: modelBytes(model), measured }
    const sizes = await Promise.all(model.files.map(async (file) => await bytesOnDisk(join(dir, model.id, file.path))))
    const isInstalled = model.files.every((file, index) => sizes[index]?.complete === file.bytes)
    return { model, isInstalled, received: sizes.reduce((sum, { any }) => sum + any, 0), measured }
  }

  return {
    list: async () => {
      const state = await readState()
      const models = await Promise.all(catalogue.map(async (model) => await statusOf(model, state)))
      return { models, preferred: state.preferred, free: await freeSpace(dir) }
    },
    read: async () => {
      const state = await readState()
      const statuses = await Promise.all(catalogue.map(async (model) => await statusOf(model, state)))
      const models = statuses
        .filter(({ model, isInstalled }) => isInstalled && !model.isBundled)
        .map(({ model }): AvailableModel => ({ model, dir: join(dir, model.id) }))
      return { models, preferred: state.preferred }
    },
    download: async (id, { signal, onProgress }) => {
      const model = findById(id)
      const modelDir = join(dir, model.id)
      await mkdir(modelDir, { recursive: true })
      await using _lock = await lockFolder(modelDir, model)
      const missing = modelBytes(model) - (await statusOf(model, await readState())).received
      if (missing > (await freeSpace(dir)))
        throw new ModelError('disk-full', `There is no room on the disk for ${model.name}: ${missing} bytes are needed.`)
      let finished = 0
      for (const file of model.files) {
        const path = join(modelDir, file.path)
        const onFileProgress = (received: Bytes) => onProgress(finished + received)
        if ((await sizeOf(path)) !== file.bytes)
          await downloadFile(file, { sources: sourcesOf(model, file, mirror), path, signal, clock, onProgress: onFileProgress })
        finished += file.bytes
        onProgress(finished)
      }
    },
    remove: async (id) => {
      const model = findById(id)
      await rm(join(dir, model.id), { recursive: true, force: true })
      await changeState(({ preferred, speeds }) => {
        const { [id]: _removed, ...others } = speeds
        return { preferred: preferred === id ? null : preferred, speeds: others }
      })
    },
    prefer: async (id) => {
      if (id !== null && !catalogue.some((model) => model.id === id)) findById(id)
      await changeState((state) => ({ ...state, preferred: id }))
    },
    saveSpeed: async (id, measured) =>
      await changeState((state) => ({ ...state, speeds: { ...state.speeds, [id]: measured } })),
  }
}

/** Returns the mirror's copy first, then those of the catalogue. */
function sourcesOf({ id }: CatalogueModel, { path, sources }: DownloadableFile, mirror: string | null): string[] {
  if (mirror === null) return [...sources]
  const isUrl = /^https?:/.test(mirror)
  return [isUrl ? `${mirror.replace(/\/+$/, '')}/${id}/${path}` : join(mirror, id, path), ...sources]
}

async function bytesOnDisk(path: string): Promise<{ complete: Bytes; any: Bytes }> {
  const complete = await sizeOf(path)
  return { complete, any: complete > 0 ? complete : await sizeOf(partPath(path)) }
}

/** Returns the free bytes for this folder, or for the first existing one above it. */
async function freeSpace(dir: string): Promise<Bytes> {
  const stats = await statfs(dir).catch(() => null)
  if (stats) return stats.bavail * stats.bsize
  const parent = join(dir, '..')
  return parent === dir ? 0 : await freeSpace(parent)
}

/**
 * Prevents other processes from downloading the same model. The lock of an ended process is taken over. Throws ModelError 'busy'.
 */
async function lockFolder(dir: string, { name }: CatalogueModel): Promise<AsyncDisposable> {
  const path = join(dir, '.lock')
  const acquire = async (): Promise<FileHandle> => await open(path, 'wx')
  const handle = await acquire().catch(async () => {
    if (isRunning(Number(await readFile(path, 'utf8').catch(() => '0')))) throw new ModelError('busy', `${name} is already being downloaded.`)
    await rm(path, { force: true })
    return await acquire().catch(() => {
      throw new ModelError('busy', `${name} is already being downloaded.`)
    })
  })
  await handle.writeFile(String(process.pid))
  await handle.close()
  return { [Symbol.asyncDispose]: async () => await rm(path, { force: true }) }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
