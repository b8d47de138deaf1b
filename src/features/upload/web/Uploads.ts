import { createStore } from 'zustand/vanilla'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { client, Refused, type Send } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'
import { chance } from '#ui/chance.ts'
import { onSignedOut } from '#ui/signedOut.ts'
import { accountHere } from '#ui/accountHere.ts'
import { newId } from '#ui/newId.ts'
import { type UnfinishedUpload, uploadContract } from '../contract.ts'
import { channelName, isKeptHere } from './kept/isKeptHere.ts'
import type { Patience } from './patiently.ts'
import type { transcode } from './transcode.ts'
import {
  emptyQueue,
  isNetworkFailure,
  isUnderway,
  mayRetry,
  type UploadItem,
  type UploadQueue,
  wouldBeLost,
} from './uploadItem.ts'
import type { Answer, Command, Commands, TabSettings, UploadTabs } from './UploadTabs.ts'

/** Replaced in tests: storage, delays and the signed-in account. */
export type UploadsOver = {
  readonly shelves?: TabSettings['shelves']
  readonly hash?: TabSettings['hash']
  readonly pause?: TabSettings['pause']
  readonly chance?: TabSettings['chance']
  readonly owner?: () => string
}

/**
 * The upload queue as seen by this tab. Stored uploads outlive the page, and another tab may be processing them, so this class
 * only forwards commands; the code that does the work is loaded on demand. `store` contains the current queue.
 */
export class Uploads {
  readonly store = createStore<UploadQueue>(() => emptyQueue)
  readonly #send: Send
  readonly #makeSmall: typeof transcode
  readonly #over: UploadsOver
  readonly #hearers = new Set<(file: LibraryFile, isHere: boolean) => void>()
  readonly #letGo = new Set<string>()
  /** Selections that are not in the queue yet. */
  #adding = 0
  #tabs: { owner: string; coming: Promise<UploadTabs>; here: UploadTabs | null } | null = null

  constructor(send: Send, makeSmall: typeof transcode, over: UploadsOver = {}) {
    this.#send = send
    this.#makeSmall = makeSmall
    this.#over = over
    onSignedOut(() => this.#end())
  }

  /** Starts the queue when stored uploads exist, or when another tab begins one. Cheap enough for every page load. */
  async notice(): Promise<void> {
    const owner = this.#owner()
    if (owner === '' || this.#tabs) return
    if (await isKeptHere()) return this.wake()
    if (typeof BroadcastChannel !== 'function') return
    const channel = new BroadcastChannel(channelName(owner))
    channel.onmessage = () => {
      channel.close()
      void this.wake().catch(() => {})
    }
  }

  /** Continues stored uploads, or shows those of another tab. */
  async wake(): Promise<void> {
    if (this.#owner() !== '') await (await this.#theTabs()).ready
  }

  /** Checks a selection and adds it (B§5). Resolves when it is in the queue. */
  async add(files: readonly File[], folderId: string | null = null): Promise<void> {
    this.#adding += 1
    const dropped = await this.#do(
      'add',
      files,
      folderId,
      files.map(() => newId()),
    ).finally(() => (this.#adding -= 1))
    if (dropped.length > 0) this.store.setState((queue) => ({ ...queue, dropped: [...queue.dropped, ...dropped] }))
  }

  /** Uploads a duplicate under a title with the date and time appended (B§5). */
  keepBoth(id: string): void {
    this.#say('keepBoth', id)
  }

  /** Applies to all duplicate titles; items with the same audio need their own decision. */
  keepAllBoth(): void {
    for (const { id, status, reason } of this.#items) if (status === 'duplicateName' && reason !== 'sameSound') this.keepBoth(id)
  }

  /** Uploads a file although the same audio exists. */
  sendAnyway(id: string): void {
    this.#say('sendAnyway', id)
  }

  retry(id: string): void {
    this.#say('retry', id)
  }

  retryAll(): void {
    for (const item of this.#items) if (mayRetry(item)) this.retry(item.id)
  }

  /** Retries items that failed because of the network. May be called any number of times. */
  goOn(): void {
    if (this.#items.some(isNetworkFailure)) this.#say('goOn')
  }

  /** Pauses an item; it can be retried. */
  cancel(id: string): void {
    this.#say('cancel', id)
  }

  cancelAll(): void {
    for (const item of this.#items) if (isUnderway(item)) this.cancel(item.id)
  }

  /** Stops an item and removes it. Returns a function that restores it, for half a minute. */
  remove(id: string): () => void {
    const uploadId = this.#items.find((item) => item.id === id)?.upload?.upload_id
    if (uploadId !== undefined) this.#letGo.add(uploadId)
    this.#say('remove', id)
    return () => {
      this.#letGo.delete(uploadId ?? '')
      this.#say('undoRemove', id)
    }
  }

  /** True for uploads of this browser's queue, including those just removed that the server still has. */
  isOwn(uploadId: string): boolean {
    return this.#letGo.has(uploadId) || this.#items.some(({ upload }) => upload?.upload_id === uploadId)
  }

  /** Removes finished items from the list. */
  clearFinished(): void {
    if (this.#items.some(({ status }) => status === 'completed')) this.#say('clearFinished')
  }

  /** Clears the names of dropped files. */
  forgetDropped(): void {
    this.store.setState((queue) => ({ ...queue, dropped: [] }))
  }

  /** Sets the file of an item whose bytes are lost. Returns false when it is another file. */
  chooseAgain(id: string, file: File): Promise<boolean> {
    return this.#do('chooseAgain', id, file)
  }

  /** Continues an upload of another browser. Returns false when the file has other audio. */
  continueWith(upload: UnfinishedUpload, file: File): Promise<boolean> {
    return this.#do('continueWith', upload, file)
  }

  /** Finishes an upload of another browser whose parts have all arrived. Rejects with the errors of `finishRemoteUpload`. */
  async finishThere(upload: UnfinishedUpload): Promise<LibraryFile> {
    const calls = client('upload', uploadContract, this.#send)
    const { finishThere } = await import('./finishThere.ts')
    const patience: Patience = { pause: seconds(1), chance, ...this.#over, signal: new AbortController().signal }
    const file = await finishThere(calls, upload, patience)
    this.#tell(file, true)
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
    return this.#do('bytesOf', id)
  }

  /** Subscribes to uploaded files; `isHere` is true when this tab has sent the file. Returns the unsubscribe function. */
  onUploaded(hear: (file: LibraryFile, isHere: boolean) => void): () => void {
    this.#hearers.add(hear)
    return () => this.#hearers.delete(hear)
  }

  /** True when leaving the page now would lose data (B§4): bytes that are stored nowhere else and belong to this tab. */
  wouldLose(): boolean {
    return this.#adding > 0 || ((this.#tabs?.here?.worksHere ?? false) && this.#items.some(wouldBeLost))
  }

  get #items(): readonly UploadItem[] {
    return this.store.getState().items
  }

  #say<Name extends Command>(name: Name, ...args: Parameters<Commands[Name]>): void {
    this.#do(name, ...args).catch(() => {})
  }

  async #do<Name extends Command>(name: Name, ...args: Parameters<Commands[Name]>): Promise<Answer<Name>> {
    const here = this.#tabs?.owner === this.#owner() ? this.#tabs.here : null
    return (here ?? (await this.#theTabs())).call(name, args)
  }

  /** Returns the coordinator of the signed-in account, and stops the one of the previous account. */
  #theTabs(): Promise<UploadTabs> {
    const owner = this.#owner()
    if (this.#tabs?.owner === owner) return this.#tabs.coming
    this.#end()
    const tabs = { owner, coming: this.#fetch(owner), here: null as UploadTabs | null }
    this.#tabs = tabs
    tabs.coming.then(
      (here) => {
        if (this.#tabs === tabs) tabs.here = here
        else here.stop()
      },
      () => {
        if (this.#tabs === tabs) this.#tabs = null
      },
    )
    return tabs.coming
  }

  async #fetch(owner: string): Promise<UploadTabs> {
    const [{ UploadTabs: Tabs }, { browserShelves }, { hashBytes }] = await Promise.all([
      import('./UploadTabs.ts'),
      import('./kept/browserShelves.ts'),
      import('./hash/hashBytes.ts'),
    ])
    return new Tabs({
      send: this.#send,
      makeSmall: this.#makeSmall,
      hash: hashBytes,
      shelves: browserShelves,
      pause: seconds(1),
      chance,
      ...this.#over,
      owner,
      isMine: () => this.#owner() === owner,
      onItems: (items) => {
        if (this.#tabs?.owner === owner) this.store.setState((queue) => ({ ...queue, items }))
      },
      onUploaded: (file, isHere) => this.#tell(file, isHere),
    })
  }

  #tell(file: LibraryFile, isHere: boolean): void {
    for (const hear of this.#hearers) hear(file, isHere)
  }

  #end(): void {
    const tabs = this.#tabs
    this.#tabs = null
    tabs?.here?.stop()
    this.store.setState(emptyQueue)
  }

  #owner(): string {
    return this.#over.owner?.() ?? accountHere() ?? ''
  }
}
