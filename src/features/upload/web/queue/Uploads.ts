import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { newId } from '#browser/random/random.ts'
import { onSignedOut } from '#browser/session/signOutEvents.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { channelName, hasStoredUploads } from '../storage/uploadDatabase.ts'
import type { QueueCalls, QueueCommand, StartRunner } from './queueRunner.ts'
import { type CallResult, TabCoordinator, type Timeouts } from './TabCoordinator.ts'
import { type ImportedTexts, isUnsent, type UploadItem } from './uploadItem.ts'

/** What tests replace. */
type UploadsOptions = {
  readonly startRunner?: StartRunner
  /** Returns the signed-in account; '' for none. */
  readonly owner?: () => string
  readonly timeouts?: Timeouts
}

const startUploadRunner: StartRunner = async (settings) => new (await import('./UploadRunner.ts')).UploadRunner(settings)

export type UploadsState = {
  readonly items: readonly UploadItem[]
  /** Names of files left out of a selection because of the limit (B§5), until the user has seen them. */
  readonly leftOut: readonly string[]
}

const INITIAL_STATE: UploadsState = { items: [], leftOut: [] }

/**
 * The upload queue as seen by this tab. Stored uploads outlive the page, and another tab may be processing them, so this class
 * only forwards what the user does. `store` contains the current queue.
 */
export class Uploads {
  readonly store = createStore<UploadsState>(() => INITIAL_STATE)
  readonly #options: UploadsOptions & Required<Pick<UploadsOptions, 'startRunner' | 'owner'>>
  readonly #subscribers = new Set<(file: LibraryFile, isHere: boolean) => void>()
  readonly #removedUploadIds = new Set<string>()
  /** Selections that are not in the queue yet. */
  #adding = 0
  #tab: TabCoordinator | null = null

  constructor(options: UploadsOptions = {}) {
    this.#options = { startRunner: startUploadRunner, owner: () => currentAccountId() ?? '', ...options }
    onSignedOut(() => this.stop())
  }

  /** Starts the queue when stored uploads exist, or when another tab begins one. Cheap enough for every page load. */
  async startIfStored(): Promise<void> {
    const owner = this.#options.owner()
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
    if (this.#options.owner() !== '') await this.#openTab().ready
  }

  /** Stops the work of this tab. Stored uploads stay for the next start. */
  stop(): void {
    this.#tab?.stop()
    this.#tab = null
    this.store.setState(INITIAL_STATE)
  }

  /** Does to the queue what the user asks for. An item in another state does not change. */
  dispatch(command: QueueCommand): void {
    this.call('dispatch', command).catch(() => {})
  }

  /** Calls a method of `UploadRunner` in the active tab. */
  async call<Name extends keyof QueueCalls>(name: Name, ...args: Parameters<QueueCalls[Name]>): CallResult<Name> {
    return this.#openTab().call(name, args)
  }

  /** Checks a selection and adds it (B§5), with the texts of imported recordings. Resolves when it is in the queue. */
  async add(files: readonly File[], folderId: string | null = null, texts: readonly ImportedTexts[] = []): Promise<void> {
    const newFiles = files.map((file, n) => ({ id: newId(), file, texts: texts[n] }))
    this.#adding += 1
    const leftOut = await this.call('add', newFiles, folderId).finally(() => (this.#adding -= 1))
    if (leftOut.length > 0) this.store.setState((state) => ({ leftOut: [...state.leftOut, ...leftOut] }))
  }

  /** Clears the names of files that were left out. */
  clearLeftOut(): void {
    this.store.setState({ leftOut: [] })
  }

  /** Stops an item and removes it. Returns a function that restores it, for half a minute. */
  remove(id: string): () => void {
    const uploadId = this.#items.find((item) => item.id === id)?.upload?.upload_id ?? ''
    this.#removedUploadIds.add(uploadId)
    this.dispatch({ type: 'remove', id })
    return () => {
      this.#removedUploadIds.delete(uploadId)
      this.dispatch({ type: 'undoRemove', id })
    }
  }

  /** Removes finished items from the list. */
  clearFinished(): void {
    if (this.#items.some(({ status }) => status === 'completed')) this.dispatch({ type: 'clearFinished' })
  }

  /** True for uploads of this browser's queue, including those just removed that the server still has. */
  isOwn(uploadId: string): boolean {
    return this.#removedUploadIds.has(uploadId) || this.#items.some(({ upload }) => upload?.upload_id === uploadId)
  }

  /** True when closing the page deserves a warning (B§4): this tab still has to send something. */
  warnsBeforeLeaving(): boolean {
    return this.#adding > 0 || ((this.#tab?.isActive ?? false) && this.#items.some(isUnsent))
  }

  /** Subscribes to uploaded files; `isHere` is true when this tab has sent the file. Returns the unsubscribe function. */
  onUploaded(listener: (file: LibraryFile, isHere: boolean) => void): () => void {
    this.#subscribers.add(listener)
    return () => this.#subscribers.delete(listener)
  }

  /** Notifies the subscribers of an uploaded file. */
  notifyUploaded(file: LibraryFile, isHere: boolean): void {
    for (const listener of this.#subscribers) listener(file, isHere)
  }

  get #items(): readonly UploadItem[] {
    return this.store.getState().items
  }

  /** Returns the tab of the signed-in account, and stops the one of the previous account. */
  #openTab(): TabCoordinator {
    const owner = this.#options.owner()
    if (this.#tab?.owner === owner) return this.#tab
    this.stop()
    const { startRunner, timeouts } = this.#options
    const tab = new TabCoordinator({
      startRunner,
      timeouts,
      owner,
      isCurrentAccount: () => this.#options.owner() === owner,
      onItems: (items) => {
        if (this.#tab === tab) this.store.setState({ items })
      },
      onUploaded: (file, isHere) => this.notifyUploaded(file, isHere),
    })
    this.#tab = tab
    // The code could not be loaded. The next call tries again.
    tab.ready.catch(() => this.#tab === tab && this.stop())
    return tab
  }
}

/** The upload queue of the app. It lives as long as the page, independent of open dialogs. */
export const uploads = new Uploads()

/** Renders again at each change of the queue. Uses the app's own queue by default. */
export const useUploads = (queue: Uploads = uploads): UploadsState => useStore(queue.store)
