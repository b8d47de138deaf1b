import { createStore } from 'zustand/vanilla'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { client, Refused, type Send } from '#shared/client.ts'
import type { Millis } from '#shared/units.ts'
import { newId } from '#browser/random/random.ts'
import { onSignedOut } from '#browser/session/signOutEvents.ts'
import { type UnfinishedUpload, uploadContract } from '../../contract.ts'
import { channelName, hasStoredUploads } from '../storage/uploadDatabase.ts'
import type { Command, CommandResult, QueueCommands } from './queueCommands.ts'
import {
  type ImportedTexts,
  isNetworkFailure,
  isUnderway,
  isUnsent,
  canRetry,
  type UploadItem,
  type UploadQueue,
} from './uploadItem.ts'

/** The part of this tab in the queue of one account. */
export type QueueTab = {
  /** Resolves once the active tab is known and the stored queue is loaded. */
  readonly ready: Promise<void>
  /** True when this tab processes the queue. */
  readonly isActive: boolean
  readonly call: <Name extends Command>(name: Name, args: Parameters<QueueCommands[Name]>) => Promise<CommandResult<Name>>
  readonly stop: () => void
}

export type QueueTabEvents = {
  readonly onItems: (items: readonly UploadItem[]) => void
  /** `isHere`: the file was uploaded by this tab. */
  readonly onUploaded: (file: LibraryFile, isHere: boolean) => void
}

export type UploadsSettings = {
  readonly send: Send
  /** The signed-in account; '' for none. */
  readonly owner: () => string
  /** Loads the code of the queue and joins the tabs of an account. */
  readonly openTab: (tab: QueueTabEvents & { owner: string; isCurrentAccount: () => boolean }) => Promise<QueueTab>
  /** First delay between two attempts of a call. */
  readonly pause: Millis
  readonly random: () => number
}

export type UploadsState = UploadQueue & {
  /** Names of files left out of a selection because of the limit (B§5), until the user has seen them. */
  readonly leftOut: readonly string[]
}

const INITIAL_STATE: UploadsState = { items: [], leftOut: [] }

/**
 * The upload queue as seen by this tab. Stored uploads outlive the page, and another tab may be processing them, so this class
 * only forwards commands; the code that does the work is loaded on demand. `store` contains the current queue.
 */
export class Uploads {
  readonly store = createStore<UploadsState>(() => INITIAL_STATE)
  readonly #settings: UploadsSettings
  readonly #subscribers = new Set<(file: LibraryFile, isHere: boolean) => void>()
  readonly #removedUploadIds = new Set<string>()
  /** Selections that are not in the queue yet. */
  #adding = 0
  #tab: { owner: string; loading: Promise<QueueTab>; loaded: QueueTab | null } | null = null

  constructor(settings: UploadsSettings) {
    this.#settings = settings
    onSignedOut(() => this.#stop())
  }

  /** Starts the queue when stored uploads exist, or when another tab begins one. Cheap enough for every page load. */
  async startIfStored(): Promise<void> {
    const owner = this.#owner()
    if (owner === '' || this.#tab) return
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
    if (this.#owner() !== '') await (await this.#getTab()).ready
  }

  /** Checks a selection and adds it (B§5), with the texts of imported recordings. Resolves when it is in the queue. */
  async add(files: readonly File[], folderId: string | null = null, texts?: readonly ImportedTexts[]): Promise<void> {
    this.#adding += 1
    const leftOut = await this.#call(
      'add',
      files,
      folderId,
      files.map(() => newId()),
      texts,
    ).finally(() => (this.#adding -= 1))
    if (leftOut.length > 0) this.store.setState((state) => ({ leftOut: [...state.leftOut, ...leftOut] }))
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
  retryNow(): void {
    if (this.#items.some(isNetworkFailure)) this.#dispatch('retryNow')
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

  /** Clears the names of files that were left out. */
  clearLeftOut(): void {
    this.store.setState({ leftOut: [] })
  }

  /** Sets the file of an item whose bytes are lost. Returns false when it is another file. */
  reselectFile(id: string, file: File): Promise<boolean> {
    return this.#call('reselectFile', id, file)
  }

  /** Continues an upload of another browser. Returns false when the file has other audio. */
  continueWith(upload: UnfinishedUpload, file: File): Promise<boolean> {
    return this.#call('continueWith', upload, file)
  }

  /** Finishes an upload of another browser whose parts have all arrived. Rejects with the errors of `finishRemoteUpload`. */
  async finishUnfinished(upload: UnfinishedUpload): Promise<LibraryFile> {
    const calls = client('upload', uploadContract, this.#settings.send)
    const { finishRemoteUpload } = await import('../sending/finishRemoteUpload.ts')
    const { pause, random } = this.#settings
    const file = await finishRemoteUpload(calls, upload, { pause, random, signal: new AbortController().signal })
    this.#notify(file, true)
    return file
  }

  /** Abandons an upload of another browser and deletes its parts. */
  async cancelUnfinished(uploadId: string): Promise<void> {
    try {
      await client('upload', uploadContract, this.#settings.send).abandon({ params: { upload_id: uploadId } })
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

  /** True when closing the page deserves a warning (B§4): this tab still has to send something. */
  warnsBeforeLeaving(): boolean {
    return this.#adding > 0 || ((this.#tab?.loaded?.isActive ?? false) && this.#items.some(isUnsent))
  }

  get #items(): readonly UploadItem[] {
    return this.store.getState().items
  }

  #dispatch<Name extends Command>(name: Name, ...args: Parameters<QueueCommands[Name]>): void {
    this.#call(name, ...args).catch(() => {})
  }

  async #call<Name extends Command>(name: Name, ...args: Parameters<QueueCommands[Name]>): Promise<CommandResult<Name>> {
    const loaded = this.#tab?.owner === this.#owner() ? this.#tab.loaded : null
    return (loaded ?? (await this.#getTab())).call(name, args)
  }

  /** Returns the tab of the signed-in account, and stops the one of the previous account. */
  #getTab(): Promise<QueueTab> {
    const owner = this.#owner()
    if (this.#tab?.owner === owner) return this.#tab.loading
    this.#stop()
    const entry = { owner, loading: this.#openTab(owner), loaded: null as QueueTab | null }
    this.#tab = entry
    entry.loading.then(
      (loaded) => {
        if (this.#tab === entry) entry.loaded = loaded
        else loaded.stop()
      },
      () => {
        if (this.#tab === entry) this.#tab = null
      },
    )
    return entry.loading
  }

  #openTab(owner: string): Promise<QueueTab> {
    return this.#settings.openTab({
      owner,
      isCurrentAccount: () => this.#owner() === owner,
      onItems: (items) => {
        if (this.#tab?.owner === owner) this.store.setState({ items })
      },
      onUploaded: (file, isHere) => this.#notify(file, isHere),
    })
  }

  #notify(file: LibraryFile, isHere: boolean): void {
    for (const listener of this.#subscribers) listener(file, isHere)
  }

  #stop(): void {
    const entry = this.#tab
    this.#tab = null
    entry?.loaded?.stop()
    this.store.setState(INITIAL_STATE)
  }

  #owner(): string {
    return this.#settings.owner()
  }
}
