import { createStore } from 'zustand/vanilla'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { client, Refused, type Send } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { random, newId } from '#browser/random/random.ts'
import { onSignedOut } from '#browser/session/signOutEvents.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { type UnfinishedUpload, uploadContract } from '../../contract.ts'
import { channelName, hasStoredUploads } from '../storage/uploadDatabase.ts'
import type { RetryOptions } from '../sending/withRetry.ts'
import type { transcode } from '../transcoding/transcode.ts'
import {
  emptyQueue,
  isNetworkFailure,
  isUnderway,
  canRetry,
  type UploadItem,
  type UploadQueue,
  wouldLoseBytes,
} from './uploadItem.ts'
import type { CommandResult, Command, Commands, TabSettings, TabCoordinator } from './TabCoordinator.ts'

/** Replaced in tests: storage, delays and the signed-in account. */
export type UploadsOptions = {
  readonly storage?: TabSettings['storage']
  readonly hash?: TabSettings['hash']
  readonly pause?: TabSettings['pause']
  readonly chance?: TabSettings['random']
  readonly owner?: () => string
}

/**
 * The upload queue as seen by this tab. Stored uploads outlive the page, and another tab may be processing them, so this class
 * only forwards commands; the code that does the work is loaded on demand. `store` contains the current queue.
 */
export class Uploads {
  readonly store = createStore<UploadQueue>(() => emptyQueue)
  readonly #send: Send
  readonly #runTranscode: typeof transcode
  readonly #options: UploadsOptions
  readonly #subscribers = new Set<(file: LibraryFile, isHere: boolean) => void>()
  readonly #removedUploadIds = new Set<string>()
  /** Selections that are not in the queue yet. */
  #adding = 0
  #coordinator: { owner: string; loading: Promise<TabCoordinator>; loaded: TabCoordinator | null } | null = null

  constructor(send: Send, runTranscode: typeof transcode, options: UploadsOptions = {}) {
    this.#send = send
    this.#runTranscode = runTranscode
    this.#options = options
    onSignedOut(() => this.#stop())
  }

  /** Starts the queue when stored uploads exist, or when another tab begins one. Cheap enough for every page load. */
  async startIfStored(): Promise<void> {
    const owner = this.#owner()
    if (owner === '' || this.#coordinator) return
    if (await hasStoredUploads()) return this.start()
    if (typeof BroadcastChannel !== 'function') return
    const channel = new BroadcastChannel(channelName(owner))
    channel.onmessage = () => {
      channel.close()
      void this.start().catch(() => {})
    }
  }

  /** Continues stored uploads, or shows those of another tab. */
  async start(): Promise<void> {
    if (this.#owner() !== '') await (await this.#getCoordinator()).ready
  }

  /** Checks a selection and adds it (B§5). Resolves when it is in the queue. */
  async add(files: readonly File[], folderId: string | null = null): Promise<void> {
    this.#adding += 1
    const dropped = await this.#call(
      'add',
      files,
      folderId,
      files.map(() => newId()),
    ).finally(() => (this.#adding -= 1))
    if (dropped.length > 0) this.store.setState((queue) => ({ ...queue, dropped: [...queue.dropped, ...dropped] }))
  }

  /** Uploads a duplicate under a title with the date and time appended (B§5). */
  keepBoth(id: string): void {
    this.#dispatch('keepBoth', id)
  }

  /** Applies to all duplicate titles; items with the same audio need their own decision. */
  keepAllBoth(): void {
    for (const { id, status, reason } of this.#items) if (status === 'duplicateName' && reason !== 'sameSound') this.keepBoth(id)
  }

  /** Uploads a file although the same audio exists. */
  sendAnyway(id: string): void {
    this.#dispatch('sendAnyway', id)
  }

  retry(id: string): void {
    this.#dispatch('retry', id)
  }

  retryAll(): void {
    for (const item of this.#items) if (canRetry(item)) this.retry(item.id)
  }

  /** Retries items that failed because of the network. May be called any number of times. */
  goOn(): void {
    if (this.#items.some(isNetworkFailure)) this.#dispatch('goOn')
  }

  /** Pauses an item; it can be retried. */
  cancel(id: string): void {
    this.#dispatch('cancel', id)
  }

  cancelAll(): void {
    for (const item of this.#items) if (isUnderway(item)) this.cancel(item.id)
  }

  /** Stops an item and removes it. Returns a function that restores it, for half a minute. */
  remove(id: string): () => void {
    const uploadId = this.#items.find((item) => item.id === id)?.upload?.upload_id
    if (uploadId !== undefined) this.#removedUploadIds.add(uploadId)
    this.#dispatch('remove', id)
    return () => {
      this.#removedUploadIds.delete(uploadId ?? '')
      this.#dispatch('undoRemove', id)
    }
  }

  /** True for uploads of this browser's queue, including those just removed that the server still has. */
  isOwn(uploadId: string): boolean {
    return this.#removedUploadIds.has(uploadId) || this.#items.some(({ upload }) => upload?.upload_id === uploadId)
  }

  /** Removes finished items from the list. */
  clearFinished(): void {
    if (this.#items.some(({ status }) => status === 'completed')) this.#dispatch('clearFinished')
  }

  /** Clears the names of dropped files. */
  clearDropped(): void {
    this.store.setState((queue) => ({ ...queue, dropped: [] }))
  }

  /** Sets the file of an item whose bytes are lost. Returns false when it is another file. */
  chooseAgain(id: string, file: File): Promise<boolean> {
    return this.#call('chooseAgain', id, file)
  }

  /** Continues an upload of another browser. Returns false when the file has other audio. */
  continueWith(upload: UnfinishedUpload, file: File): Promise<boolean> {
    return this.#call('continueWith', upload, file)
  }

  /** Finishes an upload of another browser whose parts have all arrived. Rejects with the errors of `finishRemoteUpload`. */
  async finishThere(upload: UnfinishedUpload): Promise<LibraryFile> {
    const calls = client('upload', uploadContract, this.#send)
    const { finishRemoteUpload } = await import('../sending/finishRemoteUpload.ts')
    const retryOptions: RetryOptions = {
      pause: seconds(1),
      random,
      ...this.#options,
      signal: new AbortController().signal,
    }
    const file = await finishRemoteUpload(calls, upload, retryOptions)
    this.#notify(file, true)
    return file
  }

  /** Abandons an upload of another browser and deletes its parts. */
  async giveUp(uploadId: string): Promise<void> {
    try {
      await client('upload', uploadContract, this.#send).abandon({ params: { upload_id: uploadId } })
    } catch (error) {
      // Another device has already abandoned it.
      if (!(error instanceof Refused && error.httpStatus === 404)) throw error
    }
  }

  /** Returns the audio of an item so that the user can save it, or null when it is no longer available. */
  bytesOf(id: string): Promise<Blob | null> {
    return this.#call('bytesOf', id)
  }

  /** Subscribes to uploaded files; `isHere` is true when this tab has sent the file. Returns the unsubscribe function. */
  onUploaded(listener: (file: LibraryFile, isHere: boolean) => void): () => void {
    this.#subscribers.add(listener)
    return () => this.#subscribers.delete(listener)
  }

  /** True when leaving the page now would lose data (B§4): bytes that are stored nowhere else and belong to this tab. */
  wouldLose(): boolean {
    return this.#adding > 0 || ((this.#coordinator?.loaded?.isActive ?? false) && this.#items.some(wouldLoseBytes))
  }

  get #items(): readonly UploadItem[] {
    return this.store.getState().items
  }

  #dispatch<Name extends Command>(name: Name, ...args: Parameters<Commands[Name]>): void {
    this.#call(name, ...args).catch(() => {})
  }

  async #call<Name extends Command>(name: Name, ...args: Parameters<Commands[Name]>): Promise<CommandResult<Name>> {
    const loaded = this.#coordinator?.owner === this.#owner() ? this.#coordinator.loaded : null
    return (loaded ?? (await this.#getCoordinator())).call(name, args)
  }

  /** Returns the coordinator of the signed-in account, and stops the one of the previous account. */
  #getCoordinator(): Promise<TabCoordinator> {
    const owner = this.#owner()
    if (this.#coordinator?.owner === owner) return this.#coordinator.loading
    this.#stop()
    const entry = { owner, loading: this.#load(owner), loaded: null as TabCoordinator | null }
    this.#coordinator = entry
    entry.loading.then(
      (loaded) => {
        if (this.#coordinator === entry) entry.loaded = loaded
        else loaded.stop()
      },
      () => {
        if (this.#coordinator === entry) this.#coordinator = null
      },
    )
    return entry.loading
  }

  async #load(owner: string): Promise<TabCoordinator> {
    const [{ TabCoordinator: Coordinator }, { browserStorage }, { hashBytes }] = await Promise.all([
      import('./TabCoordinator.ts'),
      import('../storage/browserStorage.ts'),
      import('../hashing/hashBytes.ts'),
    ])
    return new Coordinator({
      send: this.#send,
      runTranscode: this.#runTranscode,
      hash: hashBytes,
      storage: browserStorage,
      pause: seconds(1),
      random,
      ...this.#options,
      owner,
      isCurrentAccount: () => this.#owner() === owner,
      onItems: (items) => {
        if (this.#coordinator?.owner === owner) this.store.setState((queue) => ({ ...queue, items }))
      },
      onUploaded: (file, isHere) => this.#notify(file, isHere),
    })
  }

  #notify(file: LibraryFile, isHere: boolean): void {
    for (const listener of this.#subscribers) listener(file, isHere)
  }

  #stop(): void {
    const entry = this.#coordinator
    this.#coordinator = null
    entry?.loaded?.stop()
    this.store.setState(emptyQueue)
  }

  #owner(): string {
    return this.#options.owner?.() ?? currentAccountId() ?? ''
  }
}
