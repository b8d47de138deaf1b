import type { File as LibraryFile } from '#features/files/contract.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { newId } from '#browser/random/random.ts'
import { onReconnect } from '#browser/http/reachability.ts'
import { after, now, type Stop, wait } from '#browser/timers/time.ts'
import { splitName } from '../../rules.ts'
import { channelName } from '../storage/uploadDatabase.ts'
import { hasWebLocks, acquireLock, type AcquiredLock, type LockStrategy } from '#browser/locks/webLocks.ts'
import { type RunnerSettings, UploadRunner } from './UploadRunner.ts'
import type { Command, CommandResult, QueueCommands } from './queueCommands.ts'
import type { QueueTab, QueueTabEvents } from './Uploads.ts'
import type { UploadItem } from './uploadItem.ts'

export type TabSettings = Omit<RunnerSettings, keyof QueueTabEvents> &
  QueueTabEvents & {
    /** Without Web Locks, tabs ask each other for the active one and wait this long for a reply. */
    readonly discoveryTimeout?: Millis
  }

type Message =
  | { readonly type: 'hello' }
  | { readonly type: 'items'; readonly items: readonly UploadItem[] }
  | { readonly type: 'uploaded'; readonly file: LibraryFile }
  | { readonly type: 'call'; readonly call: string; readonly name: Command; readonly args: readonly unknown[] }
  | { readonly type: 'acknowledged'; readonly call: string }
  | { readonly type: 'response'; readonly call: string; readonly value: unknown }
  | { readonly type: 'failed'; readonly call: string; readonly message: string }

type PendingCall = { acknowledge: Stop; resolve: (value: unknown) => void; reject: (error: Error) => void; timeOut: Stop }

/** A tab that does not respond within this time is suspended or closed, and its work is taken over. */
const CALL_TIMEOUT: Millis = seconds(4)
const DISCOVERY_TIMEOUT: Millis = 400
/** Interval at which other tabs receive the queue. */
const PUBLISH_INTERVAL: Millis = 250

/**
 * Coordinates the tabs of one account in this browser. One tab processes the queue; the others show it and forward commands to
 * it. When the active tab is closed, crashes or is suspended, another one continues with the stored queue.
 */
export class TabCoordinator implements QueueTab {
  readonly #settings: TabSettings
  readonly #ended = new AbortController()
  readonly #channel: BroadcastChannel | null
  readonly #calls = new Map<string, PendingCall>()
  readonly #unsubscribes: Stop[] = []
  /** Files forwarded to the active tab. If it ends before it has stored them, they are still available here. */
  readonly #forwardedFiles: File[] = []
  /** Ids of all items the active tab has published; some may have been uploaded since. */
  readonly #seenIds = new Set<string>()
  #runner: UploadRunner | null = null
  #lock: AcquiredLock | null = null
  #hasActiveTab = false
  #scheduledPublish: Stop | null = null
  #publishedAt: Millis = 0
  readonly ready: Promise<void>

  constructor(settings: TabSettings) {
    this.#settings = settings
    const hasChannel = settings.owner !== '' && typeof BroadcastChannel === 'function'
    this.#channel = hasChannel ? new BroadcastChannel(channelName(settings.owner)) : null
    if (this.#channel) this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#onMessage(data)
    this.#subscribe()
    this.ready = this.#start()
  }

  get isActive(): boolean {
    return this.#runner !== null
  }

  async call<Name extends Command>(name: Name, args: Parameters<QueueCommands[Name]>): Promise<CommandResult<Name>> {
    if (!this.#runner) await this.ready
    if (this.#runner) return this.#execute(this.#runner, name, args)
    if (name === 'add') this.#forwardedFiles.push(...(args[0] as readonly File[]))
    const response = await this.#forward(name, args)
    if (response) return response.value as CommandResult<Name>
    if (!this.#runner) await this.#activate('steal')
    const remainingArgs = name === 'add' ? this.#notYetAdded(args as Parameters<QueueCommands['add']>) : args
    return this.#execute(this.#runner!, name, remainingArgs as Parameters<QueueCommands[Name]>)
  }

  /** Returns the arguments of an `add` without the files that are already in the queue. */
  #notYetAdded([files, folderId, ids = [], texts]: Parameters<QueueCommands['add']>): Parameters<QueueCommands['add']> {
    const isAdded = (id: string) => this.#seenIds.has(id) || this.#runner?.store.getState().items.some((item) => item.id === id)
    const missing = files.map((_, index) => index).filter((index) => !isAdded(ids[index]!))
    const remaining = <Each>(all: readonly Each[]) => missing.map((index) => all[index]!)
    return [remaining(files), folderId, remaining(ids), texts && remaining(texts)]
  }

  stop(): void {
    this.#ended.abort()
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
    this.#scheduledPublish?.()
    this.#runner?.stop()
    this.#runner = null
    this.#lock?.release()
    this.#channel?.close()
  }

  async #start(): Promise<void> {
    if (!this.#channel) return this.#activate('ifFree')
    if (!hasWebLocks()) return this.#discoverActiveTab()
    await this.#activate('ifFree')
    if (this.#runner) return
    this.#post({ type: 'hello' })
    void this.#activate('wait')
  }

  /** Used on pages over plain http: a tab that gets no reply becomes the active one. */
  async #discoverActiveTab(): Promise<void> {
    this.#hasActiveTab = false
    this.#post({ type: 'hello' })
    await wait(this.#settings.discoveryTimeout ?? DISCOVERY_TIMEOUT)
    if (!this.#hasActiveTab) await this.#activate('steal')
  }

  /** Becomes the active tab if it gets the lock. */
  async #activate(mode: LockStrategy): Promise<void> {
    if (this.#channel && hasWebLocks()) {
      const lock = await acquireLock(channelName(this.#settings.owner), mode, this.#ended.signal)
      if (!lock) return
      this.#lock = lock
      void lock.lost.then(() => this.#deactivate(lock))
    }
    if (this.#runner || this.#ended.signal.aborted) return
    const { onUploaded, onItems, ...settings } = this.#settings
    const onFileUploaded = (file: LibraryFile): void => {
      onUploaded(file, true)
      this.#post({ type: 'uploaded', file })
    }
    const runner = new UploadRunner({ ...settings, onUploaded: onFileUploaded })
    this.#runner = runner
    await runner.restore().catch(() => {})
    runner.store.subscribe(({ items }) => {
      if (this.#runner !== runner) return
      onItems(items)
      this.#schedulePublish()
    })
    onItems(runner.store.getState().items)
    this.#publish()
    this.#restoreForwarded(runner)
    for (const { timeOut } of this.#calls.values()) timeOut()
  }

  /** Sets the forwarded files of items that the previous active tab had not stored. */
  #restoreForwarded(runner: UploadRunner): void {
    for (const item of runner.store.getState().items) {
      const file = item.reason === 'bytesLost' && this.#forwardedFiles.find((each) => isSameFile(each, item))
      if (file) void runner.reselectFile(item.id, file).catch(() => {})
    }
    this.#forwardedFiles.length = 0
  }

  /** Another tab has taken the lock while this one was suspended, and owns the stored queue now. */
  #deactivate(lock: AcquiredLock): void {
    if (this.#lock !== lock || this.#ended.signal.aborted) return
    this.#lock = null
    this.#runner?.stop()
    this.#runner = null
    this.#post({ type: 'hello' })
    void this.#activate('wait')
  }

  async #execute<Name extends Command>(
    runner: UploadRunner,
    name: Name,
    args: Parameters<QueueCommands[Name]>,
  ): Promise<CommandResult<Name>> {
    const command = runner[name].bind(runner) as (...args: Parameters<QueueCommands[Name]>) => unknown
    return (await command(...args)) as CommandResult<Name>
  }

  /** Returns undefined when no tab responds. */
  async #forward(name: Command, args: readonly unknown[]): Promise<{ value: unknown } | undefined> {
    const call = newId()
    const { promise, resolve, reject } = Promise.withResolvers<{ value: unknown } | undefined>()
    const timeOut = (): void => resolve(undefined)
    const stop = after(CALL_TIMEOUT, timeOut)
    this.#calls.set(call, { acknowledge: stop, resolve: (value) => resolve({ value }), reject, timeOut })
    if (!this.#post({ type: 'call', call, name, args })) timeOut()
    return promise.finally(() => {
      stop()
      this.#calls.delete(call)
    })
  }

  #onMessage(message: Message): void {
    switch (message.type) {
      case 'hello':
        return this.#publish()
      case 'items':
        this.#hasActiveTab = true
        for (const { id } of message.items) this.#seenIds.add(id)
        if (!this.#runner) this.#settings.onItems(message.items)
        return
      case 'uploaded':
        return this.#settings.onUploaded(message.file, false)
      case 'call':
        return void this.#handleCall(message)
      case 'acknowledged':
        return this.#calls.get(message.call)?.acknowledge()
      case 'response':
        return this.#calls.get(message.call)?.resolve(message.value)
      case 'failed':
        return this.#calls.get(message.call)?.reject(new Error(message.message))
    }
  }

  async #handleCall({ call, name, args }: Extract<Message, { type: 'call' }>): Promise<void> {
    const runner = this.#runner
    if (!runner) return
    this.#post({ type: 'acknowledged', call })
    try {
      this.#post({
        type: 'response',
        call,
        value: await this.#execute(runner, name, args as Parameters<QueueCommands[typeof name]>),
      })
    } catch (error) {
      this.#post({ type: 'failed', call, message: String(error) })
    }
  }

  /** Publishes immediately when the last time is long enough ago: timers of background pages are slow. */
  #schedulePublish(): void {
    const pause = this.#publishedAt + PUBLISH_INTERVAL - now()
    if (pause <= 0) this.#publish()
    else this.#scheduledPublish ??= after(pause, () => this.#publish())
  }

  #publish(): void {
    this.#scheduledPublish?.()
    this.#scheduledPublish = null
    this.#publishedAt = now()
    if (this.#runner) this.#post({ type: 'items', items: this.#runner.store.getState().items })
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
  #subscribe(): void {
    const retryNow = (): void => {
      if (this.#runner) this.#runner.retryNow()
      else if (this.#channel && !hasWebLocks()) void this.#discoverActiveTab()
    }
    this.#unsubscribes.push(
      onReconnect(retryNow),
      listen(window, 'online', retryNow),
      listen(window, 'pageshow', retryNow),
      listen(document, 'resume', retryNow),
      listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && retryNow()),
    )
  }
}

/** Compares the beginning of the title, because a suffix may have been appended. */
function isSameFile({ name, size, lastModified }: File, item: UploadItem): boolean {
  const { filename, filefix } = splitName(name)
  const isSame = size === item.size && lastModified === item.lastModified
  return isSame && filefix === item.filefix && item.filename.startsWith(filename)
}
