import type { Query, QueryClient } from '@tanstack/react-query'
import { Unreachable, isNotFound } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { onReconnect } from '#browser/http/reachability.ts'
import { onSignedOut } from '#browser/session/signOutEvents.ts'
import { after, now } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'
import { SCHEMA_VERSION, canShow, getObsoleteChunkIds, selectEntriesToDelete } from './storedEntries.ts'
import type { StoredEntry } from './storedEntries.ts'
import { type StorageRule, getStorageRule, getLibraryIds } from './storageRules.ts'
import { ChunkedLibraryWriter, joinChunks } from './ChunkedLibraryWriter.ts'
import { createOfflineStore } from './OfflineStore.ts'
import type { StoredResponse, OfflineStore } from './OfflineStore.ts'

/** Delay before a response is written, so that the page can render first. Only the last response within this time is written. */
const WRITE_DELAY = seconds(1)
/** Delay for what takes long to write: a long library or transcript is not written after every change. */
const SLOW_WRITE_DELAY = seconds(10)

/**
 * Stores on this device what the signed-in user read last, and shows it with its age when the server cannot be reached, from the
 * first failed attempt. Refetches it as soon as the server responds. Sign-out deletes everything. Returns a function to stop it.
 */
export function persistForOffline(queryClient: QueryClient, store: OfflineStore = createOfflineStore()): Stop {
  const persister = new OfflinePersister(queryClient, store)
  const cache = queryClient.getQueryCache()
  void persister.deleteOutdated()
  for (const query of cache.getAll()) persister.handleExistingQuery(query)
  const unsubscribers = [
    cache.subscribe((event) => {
      if (event.type !== 'updated') return
      const { query, action } = event
      if (action.type === 'success' && !action.manual) persister.scheduleWrite(query)
      if (action.type === 'failed' || action.type === 'error') void persister.restoreOnFailure(query, action.error)
    }),
    onSignedOut(() => void persister.clearAll()),
    onReconnect(() => persister.refetchRestored()),
  ]
  return () => {
    for (const stop of unsubscribers) stop()
    persister.stop()
  }
}

class OfflinePersister {
  readonly #queryClient: QueryClient
  readonly #store: OfflineStore
  readonly #chunkWriter = new ChunkedLibraryWriter()
  /** By query hash: cancels a pending or running write. */
  readonly #pendingWrites = new Map<string, Stop>()
  readonly #restoredHashes = new Set<string>()
  #lastTask: Promise<unknown> = Promise.resolve()

  constructor(queryClient: QueryClient, store: OfflineStore) {
    this.#queryClient = queryClient
    this.#store = store
  }

  /** Handles the state of a query that existed before the subscription. */
  handleExistingQuery(query: Query): void {
    const { data, error, fetchFailureReason } = query.state
    if (data !== undefined) this.scheduleWrite(query)
    else void this.restoreOnFailure(query, error ?? fetchFailureReason)
  }

  scheduleWrite(query: Query): void {
    const user = currentAccountId()
    const storageRule = getStorageRule(query.queryKey)
    if (user === undefined || !storageRule) return
    this.#restoredHashes.delete(query.queryHash)
    this.#pendingWrites.get(query.queryHash)?.()
    this.#pendingWrites.set(
      query.queryHash,
      after(isSlowToWrite(storageRule, query) ? SLOW_WRITE_DELAY : WRITE_DELAY, () => void this.#write(query, user)),
    )
  }

  async #write(query: Query, user: string): Promise<void> {
    const { queryHash, queryKey } = query
    const { data, dataUpdatedAt: at } = query.state
    const storageRule = getStorageRule(queryKey)
    if (!storageRule || data === undefined || user !== currentAccountId()) return
    const put = this.#createGuardedPut(queryHash, user)
    const entry = {
      id: makeEntryId(user, queryHash),
      user,
      shape: SCHEMA_VERSION,
      recording: storageRule.recording,
      at,
      usedAt: now(),
    }
    const drop = (all: readonly StoredEntry[]) => {
      const library = getLibraryIds(queryKey, data)
      return [
        ...all
          .filter(({ recording: recordingId }) => library && recordingId !== null && !library.has(recordingId))
          .map(({ id }) => id),
        ...selectEntriesToDelete(all, { user, now: now() }),
      ]
    }
    const long = getLongLibrary(storageRule, query)
    if (long) return this.#chunkWriter.put(entry, long, drop, put)
    const text = JSON.stringify(storageRule.slim(data as never))
    await put({ ...entry, size: text.length }, text, (all) => [...getObsoleteChunkIds(all, entry), ...drop(all)])
  }

  /** Returns a `put` that writes only while no newer response is pending and the same user is signed in. */
  #createGuardedPut(queryHash: string, user: string): OfflineStore['put'] {
    let isCancelled = false
    this.#pendingWrites.set(queryHash, () => {
      isCancelled = true
    })
    const isCurrent = () => !isCancelled && user === currentAccountId()
    return async (entry, text, drop) =>
      (await this.#enqueue(
        async () => isCurrent() && this.#store.put(entry, text, (all) => (isCurrent() ? drop(all) : undefined)),
      )) ?? false
  }

  /** Shows the stored response when the server cannot be reached. Deletes it when the server returned 404. */
  async restoreOnFailure({ queryKey, queryHash, state }: Query, error: Error | null): Promise<void> {
    const [user, storageRule] = [currentAccountId(), getStorageRule(queryKey)]
    if (user === undefined || !storageRule) return
    const id = makeEntryId(user, queryHash)
    if (isNotFound(error)) return this.#deleteRecording(id, storageRule.recording)
    if (!(error instanceof Unreachable) || state.data !== undefined) return
    const stored = await this.#enqueue(() => this.#store.read(id, now()))
    if (!stored || !canShow(stored.entry, { user: currentAccountId(), now: now() })) return
    if (this.#queryClient.getQueryData(queryKey) !== undefined) return
    const response = parseStored(stored)
    if (response === undefined) return
    this.#restoredHashes.add(queryHash)
    this.#queryClient.setQueryData(queryKey, response, { updatedAt: stored.entry.at })
  }

  /** Deletes a recording with all its responses. */
  async #deleteRecording(deletedId: string, recordingId: string | null): Promise<void> {
    const isDeletedEntry = ({ id, recording }: StoredEntry) =>
      id === deletedId || (recordingId !== null && recording === recordingId)
    await this.#enqueue(() => this.#store.drop((all) => all.filter(isDeletedEntry).map(({ id }) => id)))
  }

  /** Refetches the responses that came from the store. */
  refetchRestored(): void {
    const restored = new Set(this.#restoredHashes)
    if (restored.size > 0) void this.#queryClient.invalidateQueries({ predicate: ({ queryHash }) => restored.has(queryHash) })
  }

  /** Deletes data of other users and data that is too old or too large; deletes everything without a signed-in user. */
  async deleteOutdated(): Promise<void> {
    const user = currentAccountId()
    const selectOutdated = (entries: readonly StoredEntry[]) => selectEntriesToDelete(entries, { user, now: now() })
    await this.#enqueue(() => (user === undefined ? this.#store.clear() : this.#store.drop(selectOutdated)))
  }

  async clearAll(): Promise<void> {
    this.stop()
    this.#restoredHashes.clear()
    this.#chunkWriter.reset()
    await this.#enqueue(() => this.#store.clear())
  }

  stop(): void {
    for (const cancel of this.#pendingWrites.values()) cancel()
    this.#pendingWrites.clear()
  }

  /**
   * Runs one task after another, so that no write can follow a deletion out of order. Resolves to undefined when the browser
   * cannot store data (private window, full disk); the page then works with the network only.
   */
  #enqueue<T>(task: () => Promise<T>): Promise<T | undefined> {
    const result = this.#lastTask.then(task).catch(() => undefined)
    this.#lastTask = result
    return result
  }
}

const getLongLibrary = ({ long }: StorageRule, { state: { data } }: Query) =>
  data === undefined ? undefined : long?.(data as never)

const isSlowToWrite = (rule: StorageRule, query: Query): boolean =>
  getLongLibrary(rule, query) !== undefined ||
  (query.state.data !== undefined && rule.isSlow?.(query.state.data as never) === true)

const parseStored = ({ entry: { set }, text, pieces }: StoredResponse): unknown =>
  set === undefined ? JSON.parse(text) : joinChunks(text, pieces)

const makeEntryId = (user: string, queryHash: string): string => `${user} ${queryHash}`
