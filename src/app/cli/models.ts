import { GiB, MiB, type Bytes } from '#shared/units.ts'
import { readConfig } from '#platform/config/config.ts'
import { environment } from '#platform/config/environment.ts'
import { isSherpaAvailable } from '#platform/speech/sherpa/sherpaRecognizer.ts'
import { findModel, modelBytes, type CatalogueModel } from '#platform/speech/models/catalogue.ts'
import { ModelError } from '#platform/speech/models/downloadFile.ts'
import { measureSpeed } from '#platform/speech/models/measureSpeed.ts'
import type { ModelStatus, ModelStore } from '#platform/speech/models/modelStore.ts'
import { bundledDir, openConfiguredModels } from '#platform/speech/openSpeech.ts'
import { SpeechError } from '#platform/speech/speech.ts'
import { formatTable } from './formatTable.ts'
import { abortOnInterrupt, showProgress } from './progress.ts'
import { CommandError, EXIT, UsageError, parseArguments } from './runCommand.ts'

/** `earshot models list|add|remove|use`: manages the speech models in the data folder. */
export async function models(args: string[]): Promise<number> {
  const { positionals } = parseArguments({ args, allowPositionals: true })
  const [action = 'list', id, ...rest] = positionals
  const store = openConfiguredModels(readConfig(environment()))
  const actions: Record<string, () => Promise<void>> = {
    list: async () => await listModels(store),
    add: async () => await addModel(store, requireId(id)),
    remove: async () => {
      await store.remove(requireId(id))
      process.stderr.write(`earshot: ${findModel(requireId(id))?.name} was removed.\n`)
    },
    use: async () => await store.prefer(id === 'auto' ? null : requireInstalled(await store.list(), requireId(id))),
  }
  const run = actions[action]
  if (!run || rest.length > 0 || (action === 'list' && id !== undefined)) throw new UsageError('Enter list, add, remove or use.')
  try {
    await run()
    return EXIT.ok
  } catch (error) {
    throw toCommandError(error)
  }
}

function requireId(id: string | undefined): string {
  if (id === undefined) throw new UsageError('Enter the id of a model. "earshot models list" shows them.')
  return id
}

function requireInstalled({ models: all }: { models: readonly ModelStatus[] }, id: string): string {
  const status = all.find(({ model }) => model.id === id)
  if (!status) throw new ModelError('unknown-model', `There is no speech model "${id}".`)
  if (!status.isInstalled) throw new UsageError(`${status.model.name} is not installed. Add it first.`)
  return id
}

async function listModels(store: ModelStore): Promise<void> {
  const { models: all, preferred, free } = await store.list()
  const rows = all.map((status) => [
    status.model.id,
    stateOf(status, preferred),
    formatBytes(modelBytes(status.model)),
    status.measured ? `${status.measured.speed}x` : '-',
    languagesOf(status.model),
    status.model.licence,
  ])
  process.stdout.write(formatTable([['MODEL', 'STATE', 'SIZE', 'SPEED', 'LANGUAGES', 'LICENCE'], ...rows]))
  process.stderr.write(`${formatBytes(free)} free. SPEED is how much faster than real time this machine transcribes.\n`)
}

function stateOf({ model, isInstalled, received }: ModelStatus, preferred: string | null): string {
  if (model.id === preferred) return 'in use'
  if (isInstalled) return 'installed'
  return received > 0 ? `${Math.floor((100 * received) / modelBytes(model))}% loaded` : '-'
}

const languagesOf = ({ languages }: CatalogueModel): string =>
  languages.length > 5 ? `${languages.length} languages` : languages.join(', ')

/** Downloads a model and measures its speed once. Ctrl-C pauses; the next call resumes. */
async function addModel(store: ModelStore, id: string): Promise<void> {
  const model = findModel(id)
  if (model) process.stderr.write(`${model.name}: ${formatBytes(modelBytes(model))}, ${model.licence} (${model.maker})\n`)
  const { signal } = abortOnInterrupt()
  const progress = showProgress(process.stderr, { total: model ? modelBytes(model) : null, action: 'loaded' })
  try {
    await store.download(id, { signal, onProgress: progress.update })
  } finally {
    progress.end()
  }
  if (!isSherpaAvailable())
    throw new CommandError(EXIT.unavailable, `${model?.name} is installed, but sherpa-onnx has no program for this machine.`)
  process.stderr.write('measuring its speed\n')
  const installed = (await store.read()).models.find((available) => available.model.id === id)
  if (!installed) return
  const config = readConfig(environment())
  const measured = await measureSpeed(installed, { bundledDir: bundledDir(config), threads: config.speechThreads, signal })
  await store.saveSpeed(id, measured)
  process.stderr.write(`${model?.name} is installed. It transcribes ${measured.speed} times faster than real time here.\n`)
}

const MODEL_EXIT_CODES: Record<ModelError['kind'], number> = {
  'unknown-model': EXIT.usage,
  bundled: EXIT.usage,
  unreachable: EXIT.unavailable,
  'wrong-content': EXIT.data,
  'disk-full': EXIT.cannotWrite,
  busy: EXIT.busy,
  aborted: EXIT.interrupted,
}

function toCommandError(error: unknown): unknown {
  if (error instanceof ModelError) return new CommandError(MODEL_EXIT_CODES[error.kind], error.message)
  if (error instanceof SpeechError)
    return new CommandError(error.kind === 'aborted' ? EXIT.interrupted : EXIT.unavailable, error.message)
  return error
}

const formatBytes = (bytes: Bytes): string =>
  bytes >= GiB ? `${(bytes / GiB).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / MiB))} MB`
