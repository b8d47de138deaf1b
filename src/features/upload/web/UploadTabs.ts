import type { File as LibraryFile } from '#features/files/contract.ts'
import { type Millis, seconds } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { newId } from '#ui/newId.ts'
import { onReached } from '#ui/reachability.ts'
import { after, now, type Stop, wait } from '#ui/time.ts'
import { splitName } from '../rules.ts'
import { channelName } from './kept/isKeptHere.ts'
import { hasTurns, takeTurn, type Turn, type TurnWay } from '#ui/takeTurn.ts'
import { type RunSettings, UploadRun } from './UploadRun.ts'
import type { UploadItem } from './uploadItem.ts'

/** Commands of the queue, callable from every tab. */
export type Commands = Pick<
  UploadRun,
  | 'add'
  | 'keepBoth'
  | 'sendAnyway'
  | 'retry'
  | 'goOn'
  | 'cancel'
  | 'remove'
  | 'undoRemove'
  | 'clearFinished'
  | 'chooseAgain'
  | 'continueWith'
  | 'bytesOf'
>
export type Command = keyof Commands
/** Result of a command. */
export type Answer<Name extends Command> = Awaited<ReturnType<Commands[Name]>>

export type TabSettings = Omit<RunSettings, 'onUploaded'> & {
  readonly onItems: (items: readonly UploadItem[]) => void
  /** `isHere`: the file was uploaded by this tab. */
  readonly onUploaded: (file: LibraryFile, isHere: boolean) => void
}

type Message =
  | { readonly type: 'hello' }
  | { readonly type: 'items'; readonly items: readonly UploadItem[] }
  | { readonly type: 'uploaded'; readonly file: LibraryFile }
  | { readonly type: 'call'; readonly call: string; readonly name: Command; readonly args: readonly unknown[] }
  | { readonly type: 'heard'; readonly call: string }
  | { readonly type: 'answer'; readonly call: string; readonly value: unknown }
  | { readonly type: 'failed'; readonly call: string; readonly says: string }

type Asked = { heard: Stop; answer: (value: unknown) => void; fail: (error: Error) => void; giveUp: Stop }

/** A tab that does not respond within this time is suspended or closed, and its work is taken over. */
const PATIENCE: Millis = seconds(4)
/** Without Web Locks, tabs ask each other for the active one and wait this long for a reply. */
const ASK_AROUND: Millis = 400
/** Interval at which other tabs receive the queue. */
const SHOW_EVERY: Millis = 250

/**
 * Coordinates the tabs of one account in this browser. One tab processes the queue; the others show it and forward commands to
 * it. When the active tab is closed, crashes or is suspended, another one continues with the stored queue.
 */
export class UploadTabs {
  readonly #settings: TabSettings
  readonly #ended = new AbortController()
  readonly #channel: BroadcastChannel | null
  readonly #calls = new Map<string, Asked>()
  readonly #deaf: Stop[] = []
  /** Files forwarded to the active tab. If it ends before it has stored them, they are still available here. */
  readonly #handedOn: File[] = []
  /** Ids of all items the active tab has published; some may have been uploaded since. */
  readonly #seenIds = new Set<string>()
  #run: UploadRun | null = null
  #turn: Turn | null = null
  #somebodyWorks = false
  #showing: Stop | null = null
  #shownAt: Millis = 0
  /** Resolves once the active tab is known and the stored queue is loaded. */
  readonly ready: Promise<void>

  constructor(settings: TabSettings) {
    this.#settings = settings
    const hasChannel = settings.owner !== '' && typeof BroadcastChannel === 'function'
    this.#channel = hasChannel ? new BroadcastChannel(channelName(settings.owner)) : null
    if (this.#channel) this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data)
    this.#listen()
    this.ready = this.#begin()
  }

  /** True when this tab processes the queue. */
  get worksHere(): boolean {
    return this.#run !== null
  }

  async call<Name extends Command>(name: Name, args: Parameters<Commands[Name]>): Promise<Answer<Name>> {
    if (!this.#run) await this.ready
    if (this.#run) return this.#here(this.#run, name, args)
    if (name === 'add') this.#handedOn.push(...(args[0] as readonly File[]))
    const answer = await this.#elsewhere(name, args)
    if (answer) return answer.value as Answer<Name>
    if (!this.#run) await this.#work('steal')
    const rest = name === 'add' ? this.#notYetAdded(args as Parameters<Commands['add']>) : args
    return this.#here(this.#run!, name, rest as Parameters<Commands[Name]>)
  }

  /** Returns the arguments of an `add` without the files that are already in the queue. */
  #notYetAdded([files, folderId, ids = []]: Parameters<Commands['add']>): Parameters<Commands['add']> {
    const isAdded = (id: string) => this.#seenIds.has(id) || this.#run?.store.getState().items.some((item) => item.id === id)
    const missing = files.map((_, index) => index).filter((index) => !isAdded(ids[index]!))
    return [missing.map((index) => files[index]!), folderId, missing.map((index) => ids[index]!)]
  }

  stop(): void {
    this.#ended.abort()
    for (const deaf of this.#deaf) deaf()
    this.#showing?.()
    this.#run?.stop()
    this.#run = null
    this.#turn?.end()
    this.#channel?.close()
  }

  async #begin(): Promise<void> {
    if (!this.#channel) return this.#work('ifFree')
    if (!hasTurns()) return this.#askAround()
    await this.#work('ifFree')
    if (this.#run) return
    this.#post({ type: 'hello' })
    void this.#work('wait')
  }

  /** Used on pages over plain http: a tab that gets no reply becomes the active one. */
  async #askAround(): Promise<void> {
    this.#somebodyWorks = false
    this.#post({ type: 'hello' })
    await wait(ASK_AROUND)
    if (!this.#somebodyWorks) await this.#work('steal')
  }

  /** Becomes the active tab if it gets the lock. */
  async #work(way: TurnWay): Promise<void> {
    if (this.#channel && hasTurns()) {
      const turn = await takeTurn(channelName(this.#settings.owner), way, this.#ended.signal)
      if (!turn) return
      this.#turn = turn
      void turn.lost.then(() => this.#stepDown(turn))
    }
    if (this.#run || this.#ended.signal.aborted) return
    const { onUploaded, onItems, ...settings } = this.#settings
    const tell = (file: LibraryFile): void => {
      onUploaded(file, true)
      this.#post({ type: 'uploaded', file })
    }
    const run = new UploadRun({ ...settings, onUploaded: tell })
    this.#run = run
    await run.restore().catch(() => {})
    run.store.subscribe(({ items }) => {
      if (this.#run !== run) return
      onItems(items)
      this.#showSoon()
    })
    onItems(run.store.getState().items)
    this.#show()
    this.#fillIn(run)
    for (const { giveUp } of this.#calls.values()) giveUp()
  }

  /** Sets the forwarded files of items that the previous active tab had not stored. */
  #fillIn(run: UploadRun): void {
    for (const item of run.store.getState().items) {
      const file = item.reason === 'bytesLost' && this.#handedOn.find((each) => isOf(each, item))
      if (file) void run.chooseAgain(item.id, file).catch(() => {})
    }
    this.#handedOn.length = 0
  }

  /** Another tab has taken the lock while this one was suspended, and owns the stored queue now. */
  #stepDown(turn: Turn): void {
    if (this.#turn !== turn || this.#ended.signal.aborted) return
    this.#turn = null
    this.#run?.stop()
    this.#run = null
    this.#post({ type: 'hello' })
    void this.#work('wait')
  }

  async #here<Name extends Command>(run: UploadRun, name: Name, args: Parameters<Commands[Name]>): Promise<Answer<Name>> {
    const command = run[name].bind(run) as (...args: Parameters<Commands[Name]>) => unknown
    return (await command(...args)) as Answer<Name>
  }

  /** Returns undefined when no tab responds. */
  async #elsewhere(name: Command, args: readonly unknown[]): Promise<{ value: unknown } | undefined> {
    const call = newId()
    const { promise, resolve, reject } = Promise.withResolvers<{ value: unknown } | undefined>()
    const giveUp = (): void => resolve(undefined)
    const stop = after(PATIENCE, giveUp)
    this.#calls.set(call, { heard: stop, answer: (value) => resolve({ value }), fail: reject, giveUp })
    if (!this.#post({ type: 'call', call, name, args })) giveUp()
    return promise.finally(() => {
      stop()
      this.#calls.delete(call)
    })
  }

  #hear(message: Message): void {
    switch (message.type) {
      case 'hello':
        return this.#show()
      case 'items':
        this.#somebodyWorks = true
        for (const { id } of message.items) this.#seenIds.add(id)
        if (!this.#run) this.#settings.onItems(message.items)
        return
      case 'uploaded':
        return this.#settings.onUploaded(message.file, false)
      case 'call':
        return void this.#answer(message)
      case 'heard':
        return this.#calls.get(message.call)?.heard()
      case 'answer':
        return this.#calls.get(message.call)?.answer(message.value)
      case 'failed':
        return this.#calls.get(message.call)?.fail(new Error(message.says))
    }
  }

  async #answer({ call, name, args }: Extract<Message, { type: 'call' }>): Promise<void> {
    const run = this.#run
    if (!run) return
    this.#post({ type: 'heard', call })
    try {
      this.#post({ type: 'answer', call, value: await this.#here(run, name, args as Parameters<Commands[typeof name]>) })
    } catch (error) {
      this.#post({ type: 'failed', call, says: String(error) })
    }
  }

  /** Publishes immediately when the last time is long enough ago: timers of background pages are slow. */
  #showSoon(): void {
    const pause = this.#shownAt + SHOW_EVERY - now()
    if (pause <= 0) this.#show()
    else this.#showing ??= after(pause, () => this.#show())
  }

  #show(): void {
    this.#showing?.()
    this.#showing = null
    this.#shownAt = now()
    if (this.#run) this.#post({ type: 'items', items: this.#run.store.getState().items })
  }

  /** Returns false when the message could not be posted. */
  #post(message: Message): boolean {
    if (!this.#channel || this.#ended.signal.aborted) return false
    try {
      this.#channel.postMessage(message)
      return true
    } catch {
      return false
    }
  }

  /** Events that may mean that the network is back or the page is active again. */
  #listen(): void {
    const wake = (): void => {
      if (this.#run) this.#run.goOn()
      else if (this.#channel && !hasTurns()) void this.#askAround()
    }
    this.#deaf.push(
      onReached(wake),
      listen(window, 'online', wake),
      listen(window, 'pageshow', wake),
      listen(document, 'resume', wake),
      listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && wake()),
    )
  }
}

/** Compares the beginning of the title, because a suffix may have been appended. */
function isOf({ name, size, lastModified }: File, item: UploadItem): boolean {
  const { filename, filefix } = splitName(name)
  const isSame = size === item.size && lastModified === item.lastModified
  return isSame && filefix === item.filefix && item.filename.startsWith(filename)
}
