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

/** What may be asked of the queue, in whatever tab it is worked at. */
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
/** What a command answers, once it is done. */
export type Answer<Name extends Command> = Awaited<ReturnType<Commands[Name]>>

export type TabSettings = Omit<RunSettings, 'onUploaded'> & {
  readonly onItems: (items: readonly UploadItem[]) => void
  /** `isHere`: this tab has sent it. */
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

/** A tab that does not answer within this time is asleep or dead, and its work is taken over. */
const PATIENCE: Millis = seconds(4)
/** Where nobody can say who is the only one, tabs ask each other, and give each other this long. */
const ASK_AROUND: Millis = 400
/** Other tabs see the queue move this often. */
const SHOW_EVERY: Millis = 250

/**
 * The tabs of one account in this browser: one of them works at the queue, the others show it and hand on what is asked of
 * it. When that one is closed, crashes or sleeps, another goes on with what is kept.
 */
export class UploadTabs {
  readonly #settings: TabSettings
  readonly #ended = new AbortController()
  readonly #channel: BroadcastChannel | null
  readonly #calls = new Map<string, Asked>()
  readonly #deaf: Stop[] = []
  /** Files chosen here and given to the tab that works: should it end before it has kept them, they are still here. */
  readonly #handedOn: File[] = []
  /** Ids of all items that the working tab has shown: some may have been uploaded since. */
  readonly #seenIds = new Set<string>()
  #run: UploadRun | null = null
  #turn: Turn | null = null
  #somebodyWorks = false
  #showing: Stop | null = null
  #shownAt: Millis = 0
  /** Resolves once it is known who works, and what was kept is there. */
  readonly ready: Promise<void>

  constructor(settings: TabSettings) {
    this.#settings = settings
    const hasChannel = settings.owner !== '' && typeof BroadcastChannel === 'function'
    this.#channel = hasChannel ? new BroadcastChannel(channelName(settings.owner)) : null
    if (this.#channel) this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data)
    this.#listen()
    this.ready = this.#begin()
  }

  /** Whether the work is done in this tab. */
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

  /** The files of an `add`, with their ids, that no tab has put into the queue yet. */
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

  /** For pages over plain http: whoever gets no answer works. */
  async #askAround(): Promise<void> {
    this.#somebodyWorks = false
    this.#post({ type: 'hello' })
    await wait(ASK_AROUND)
    if (!this.#somebodyWorks) await this.#work('steal')
  }

  /** Becomes the tab that works, if it may. */
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

  /** What the tab that worked had not kept when it ended. */
  #fillIn(run: UploadRun): void {
    for (const item of run.store.getState().items) {
      const file = item.reason === 'bytesLost' && this.#handedOn.find((each) => isOf(each, item))
      if (file) void run.chooseAgain(item.id, file).catch(() => {})
    }
    this.#handedOn.length = 0
  }

  /** Another tab has taken the work away, since this one slept: what is kept is its own now. */
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

  /** Undefined when nobody hears. */
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

  /** At once where nothing was shown lately: timers of a page in the background are slow. */
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

  /** False when it could not be said. */
  #post(message: Message): boolean {
    if (!this.#channel || this.#ended.signal.aborted) return false
    try {
      this.#channel.postMessage(message)
      return true
    } catch {
      return false
    }
  }

  /** Whatever may mean that the network is back, or that a page is awake again. */
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

/** Its title may have got a suffix since. */
function isOf({ name, size, lastModified }: File, item: UploadItem): boolean {
  const { filename, filefix } = splitName(name)
  const isSame = size === item.size && lastModified === item.lastModified
  return isSame && filefix === item.filefix && item.filename.startsWith(filename)
}
