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

/** Left to tests: where things are kept, how long is waited, who is signed in. */
export type UploadsOver = Partial<Pick<TabSettings, 'shelves' | 'hash' | 'pause' | 'chance'>> & { owner?: () => string }

/**
 * The queue of uploads as this tab sees it. What is kept outlives the page, and another tab may be working at it: so this is
 * only its face, and the work itself is fetched when there is some. `store` shows the queue as it stands.
 */
export class Uploads {
  readonly store = createStore<UploadQueue>(() => emptyQueue)
  readonly #send: Send
  readonly #makeSmall: typeof transcode
  readonly #over: UploadsOver
  readonly #hearers = new Set<(file: LibraryFile, isHere: boolean) => void>()
  readonly #letGo = new Set<string>()
  /** Selections that do not stand in the queue yet. */
  #adding = 0
  #tabs: { owner: string; coming: Promise<UploadTabs>; here: UploadTabs | null } | null = null

  constructor(send: Send, makeSmall: typeof transcode, over: UploadsOver = {}) {
    this.#send = send
    this.#makeSmall = makeSmall
    this.#over = over
    onSignedOut(() => this.#end())
  }

  /** Looks, once and cheaply, whether something was kept from before, and hears when another tab begins something. */
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

  /** Goes on with what was kept from before, or shows what another tab is doing. */
  async wake(): Promise<void> {
    if (this.#owner() !== '') await (await this.#theTabs()).ready
  }

  /** Takes a selection in, after looking through it (B§5). Resolves when it stands in the queue. */
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

  /** Lets a duplicate in, under a title with the moment behind it (B§5). */
  keepBoth(id: string): void {
    this.#say('keepBoth', id)
  }

  /** All whose name is taken; a sound that is there already waits for its own answer. */
  keepAllBoth(): void {
    for (const { id, status, reason } of this.#items) if (status === 'duplicateName' && reason !== 'sameSound') this.keepBoth(id)
  }

  /** Lets in what is there already with the same sound. */
  sendAnyway(id: string): void {
    this.#say('sendAnyway', id)
  }

  retry(id: string): void {
    this.#say('retry', id)
  }

  retryAll(): void {
    for (const item of this.#items) if (mayRetry(item)) this.retry(item.id)
  }

  /** The network seems to be there again: what it had stopped goes on. May be called as often as one likes. */
  goOn(): void {
    if (this.#items.some(isNetworkFailure)) this.#say('goOn')
  }

  /** Stops an item where it is; it can be tried again. */
  cancel(id: string): void {
    this.#say('cancel', id)
  }

  cancelAll(): void {
    for (const item of this.#items) if (isUnderway(item)) this.cancel(item.id)
  }

  /** Stops an item and takes it out of the list. What is answered puts it back, for half a minute. */
  remove(id: string): () => void {
    const uploadId = this.#items.find((item) => item.id === id)?.upload?.upload_id
    if (uploadId !== undefined) this.#letGo.add(uploadId)
    this.#say('remove', id)
    return () => {
      this.#letGo.delete(uploadId ?? '')
      this.#say('undoRemove', id)
    }
  }

  /** Of this browser's queue, also what was taken out just now and the server still has. */
  isOwn(uploadId: string): boolean {
    return this.#letGo.has(uploadId) || this.#items.some(({ upload }) => upload?.upload_id === uploadId)
  }

  /** Takes finished items out of the list. */
  clearFinished(): void {
    if (this.#items.some(({ status }) => status === 'completed')) this.#say('clearFinished')
  }

  /** The names of what was dropped have been read. */
  forgetDropped(): void {
    this.store.setState((queue) => ({ ...queue, dropped: [] }))
  }

  /** The file of an item whose bytes this browser has lost. False when it is another one. */
  chooseAgain(id: string, file: File): Promise<boolean> {
    return this.#do('chooseAgain', id, file)
  }

  /** Goes on here with an upload of another browser. False when the file holds another sound. */
  continueWith(upload: UnfinishedUpload, file: File): Promise<boolean> {
    return this.#do('continueWith', upload, file)
  }

  /** Finishes an upload of another browser that has arrived whole. Rejects with what `finishThere` rejects with. */
  async finishThere(upload: UnfinishedUpload): Promise<LibraryFile> {
    const calls = client('upload', uploadContract, this.#send)
    const { finishThere } = await import('./finishThere.ts')
    const patience = { pause: seconds(1), chance, ...this.#over, signal: new AbortController().signal }
    const file = await finishThere(calls, upload, patience)
    this.#tell(file, true)
    return file
  }

  /** Gives up an upload of another browser: what has arrived of it goes. */
  async giveUp(uploadId: string): Promise<void> {
    try {
      await client('upload', uploadContract, this.#send).abandon({ params: { upload_id: uploadId } })
    } catch (error) {
      // Another device was faster.
      if (!(error instanceof Refused && error.httpStatus === 404)) throw error
    }
  }

  /** The sound of an item, for its owner to save; null when it is not here any more. */
  bytesOf(id: string): Promise<Blob | null> {
    return this.#do('bytesOf', id)
  }

  /** Hears of the file that an upload became; `isHere`: this tab has sent it. Returns what ends it. */
  onUploaded(hear: (file: LibraryFile, isHere: boolean) => void): () => void {
    this.#hearers.add(hear)
    return () => this.#hearers.delete(hear)
  }

  /** Leaving the page now would lose something (B§4): it is kept nowhere else, and this tab has it. */
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

  /** Of the account that is signed in now; what belongs to the one before stops. */
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
