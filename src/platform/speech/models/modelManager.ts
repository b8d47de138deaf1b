import type { Bytes } from '#shared/units.ts'
import type { AvailableModel } from './chooseModel.ts'
import { ModelError } from './downloadFile.ts'
import type { MeasuredSpeed, ModelStatus, ModelStore } from './modelStore.ts'
import { modelBytes } from './catalogue.ts'

/** Runs the model on the sample recording. */
export type Measure = (model: AvailableModel, signal: AbortSignal) => Promise<MeasuredSpeed>

/** What this process is doing with a model. `reason`: why the last download failed. */
export type ModelActivity =
  | { readonly kind: 'none' }
  /** `rate` in bytes per second over the whole download; null in its first second. */
  | { readonly kind: 'downloading'; readonly received: Bytes; readonly rate: number | null }
  | { readonly kind: 'measuring' }
  | { readonly kind: 'failed'; readonly reason: ModelError['kind'] }

export type ManagedModel = ModelStatus & { readonly activity: ModelActivity }

/** The installed speech models, and the downloads that run in this process. */
export type ModelManager = Pick<ModelStore, 'read' | 'prefer'> & {
  list: () => Promise<{ models: ManagedModel[]; preferred: string | null; free: Bytes; isMeasuring: boolean }>
  /**
   * Starts or resumes a download, and measures the speed of the model once it is installed. Rejects with ModelError 'unknown-model'
   * or 'bundled'.
   */
  start: (id: string) => Promise<void>
  /** Stops a download and keeps the received bytes. */
  pause: (id: string) => Promise<void>
  /** Deletes a model, or stops its download and deletes the received bytes. */
  remove: (id: string) => Promise<void>
  /** Measures the speed of all installed models, one after another, in the background. */
  measure: () => void
  /** Stops downloads and measurements, and resolves when they have ended. */
  close: () => Promise<void>
}

type Download = { readonly stop: AbortController; readonly ended: Promise<void>; received: Bytes; readonly startedAt: number; readonly before: Bytes }

/** Returns the manager of a store. */
export function createModelManager(store: ModelStore, { measure, now }: { measure: Measure; now: () => Date }): ModelManager {
  const downloads = new Map<string, Download>()
  const failures = new Map<string, ModelError['kind']>()
  const closing = new AbortController()
  let measured: string | null = null
  let measuring: Promise<void> = Promise.resolve()

  const measureOne = async (available: AvailableModel) => {
    if (closing.signal.aborted) return
    measured = available.model.id
    try {
      await store.saveSpeed(available.model.id, await measure(available, closing.signal))
    } catch {
      // Without a measured speed, the estimate is shown.
    } finally {
      measured = null
    }
  }
  /** Measurements run one after another, because they would slow each other down. */
  const queueMeasurement = (work: () => Promise<void>) => {
    measuring = measuring.then(work, work)
  }
  const measureInstalled = async (isWanted: (id: string) => boolean) => {
    const bundled = (await store.list()).models.filter(({ model }) => model.isBundled).map(({ model }) => ({ model, dir: null }))
    for (const available of [...bundled, ...(await store.read()).models]) if (isWanted(available.model.id)) await measureOne(available)
  }
  const runDownload = async (id: string, download: Omit<Download, 'ended'>) => {
    try {
      await store.download(id, { signal: download.stop.signal, onProgress: (received) => void (download.received = received) })
      queueMeasurement(async () => await measureInstalled((other) => other === id))
    } catch (error) {
      const kind = error instanceof ModelError ? error.kind : 'unreachable'
      if (kind !== 'aborted') failures.set(id, kind)
    } finally {
      downloads.delete(id)
    }
  }
  const stopDownload = async (id: string) => {
    const download = downloads.get(id)
    download?.stop.abort()
    await download?.ended
  }
  const activityOf = (id: string): ModelActivity => {
    const download = downloads.get(id)
    const failure = failures.get(id)
    if (download) return { kind: 'downloading', received: download.received, rate: rateOf(download, now()) }
    if (measured === id) return { kind: 'measuring' }
    return failure ? { kind: 'failed', reason: failure } : { kind: 'none' }
  }

  return {
    read: store.read,
    prefer: store.prefer,
    list: async () => {
      const { models, ...rest } = await store.list()
      return { ...rest, isMeasuring: measured !== null, models: models.map((status) => ({ ...status, activity: activityOf(status.model.id) })) }
    },
    start: async (id) => {
      const status = (await store.list()).models.find(({ model }) => model.id === id)
      if (!status) throw new ModelError('unknown-model', `There is no speech model "${id}".`)
      if (status.model.isBundled) throw new ModelError('bundled', `${status.model.name} is always installed.`)
      if (downloads.has(id) || (status.isInstalled && status.received === modelBytes(status.model))) return
      failures.delete(id)
      const download = { stop: new AbortController(), received: status.received, before: status.received, startedAt: now().getTime() }
      const entry: Download = Object.assign(download, { ended: Promise.resolve() })
      downloads.set(id, entry)
      Object.assign(entry, { ended: runDownload(id, entry) })
    },
    pause: stopDownload,
    remove: async (id) => {
      await stopDownload(id)
      failures.delete(id)
      await store.remove(id)
    },
    measure: () => {
      if (measured === null) queueMeasurement(async () => await measureInstalled(() => true))
    },
    close: async () => {
      closing.abort()
      await Promise.all([...downloads.keys()].map(stopDownload))
      await measuring
    },
  }
}

function rateOf({ received, before, startedAt }: Download, now: Date): number | null {
  const elapsed = (now.getTime() - startedAt) / 1000
  return elapsed >= 1 ? Math.round((received - before) / elapsed) : null
}
