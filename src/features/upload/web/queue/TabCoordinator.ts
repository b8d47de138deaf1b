import type { File as LibraryFile } from '#features/files/contract.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { onReconnect } from '#browser/http/reachability.ts'
import { type AcquiredLock, acquireLock, hasWebLocks, type LockStrategy } from '#browser/locks/webLocks.ts'
import { newId } from '#browser/random/random.ts'
import { after, now, type Stop, wait } from '#browser/timers/time.ts'
import { channelName } from '../storage/uploadDatabase.ts'
import type { NewFile, QueueCalls, QueueRunner, RunnerSettings, StartRunner } from './queueRunner.ts'
import type { UploadItem } from './uploadItem.ts'

type CoordinatorSettings = RunnerSettings & {
  readonly startRunner: StartRunner
  readonly timeouts?: Timeouts | undefined
}

type CallName = keyof QueueCalls
export type CallResult<Name extends CallName> = Promise<Awaited<ReturnType<QueueCalls[Name]>>>

/** @NOTE Tabs with another version of this code ignore calls they do not know. The caller then takes over the work. */
type Message =
  /** Asks the active tab for the queue. */
  | { readonly type: 'hello' }
  /** The sender has become the active tab. */
  | { readonly type: 'active' }
  | { readonly type: 'items'; readonly items: readonly UploadItem[] }
  | { readonly type: 'uploaded'; readonly file: LibraryFile }
  | CallMessage
  | { readonly type: 'acknowledged'; readonly call: string }
  | { readonly type: 'result'; readonly call: string; readonly value: unknown; readonly error: string | null }

type CallMessage = {
  readonly type: 'queueCall'
  readonly call: string
  readonly name: CallName
  readonly args: Parameters<QueueCalls[CallName]>
}

type PendingCall = PromiseWithResolvers<unknown> & { readonly message: CallMessage; readonly stopTimeout: Stop }

/**
 * How long to wait for the active tab. One that does not respond to a call is suspended or closed, and its work is taken over.
 * `discovery`: without Web Locks, tabs ask each other for the active one.
 */
export type Timeouts = { readonly call: Millis; readonly discovery: Millis }
const TIMEOUTS: Timeouts = { call: seconds(4), discovery: 400 }
/** Interval at which other tabs receive the queue. */
const PUBLISH_INTERVAL: Millis = 250

/**
 * The tabs of one account in this browser. The active tab holds a lock and runs the queue; the others show it and send their
 * calls to it. When the active tab is closed, crashes or is suspended, another one continues with the stored queue.
 */
export class TabCoordinator {
  readonly #settings: CoordinatorSettings
  readonly #timeouts: Timeouts
  readonly #ended = new AbortController()
  readonly #channel: BroadcastChannel | null
  readonly #pendingCalls = new Map<string, PendingCall>()
  /** Files sent to the active tab, by id. If it ends before it has stored them, they are still available here. */
  readonly #sentFiles = new Map<string, File>()
  /** Ids of all items the active tab has published; some may have been uploaded since. */
  readonly #seenIds = new Set<string>()
  /** The lock of the active tab. It is set before the runner, which loads the queue first. */
  #lock: AcquiredLock | null = null
  #runner: QueueRunner | null = null
  #hasActiveTab = false
  #scheduledPublish: Stop | null = null
  #publishedAt: Millis = 0
  /** Resolves once the active tab is known and, when it is this one, the stored queue is loaded. */
  readonly ready: Promise<void>

  constructor(settings: CoordinatorSettings) {
    this.#settings = settings
    this.#timeouts = settings.timeouts ?? TIMEOUTS
    const hasChannel = settings.owner !== '' && typeof BroadcastChannel === 'function'
    this.#channel = hasChannel ? new BroadcastChannel(channelName(settings.owner)) : null
    if (this.#channel) this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#onMessage(data)
    this.#retryOnReturn()
    this.ready = this.#join()
  }

  get owner(): string {
    return this.#settings.owner
  }

  get isActive(): boolean {
    return this.#runner !== null
  }

  async call<Name extends CallName>(name: Name, args: Parameters<QueueCalls[Name]>): CallResult<Name> {
    if (!this.#runner) await this.ready
    const message: CallMessage = { type: 'queueCall', call: newId(), name, args }
    const result = this.#runner ? this.#execute(this.#runner, message) : this.#send(message)
    return (await result) as Awaited<CallResult<Name>>
  }

  stop(): void {
    this.#ended.abort()
    this.#scheduledPublish?.()
    this.#runner?.stop()
    this.#runner = null
    this.#lock?.release()
    this.#channel?.close()
  }

  /** Becomes the active tab, or waits to replace the one there is. */
  async #join(): Promise<void> {
    await this.#activate('ifFree')
    if (this.#lock) return
    this.#post({ type: 'hello' })
    this.#activate('wait').catch(() => {})
  }

  /** Becomes the active tab if it gets the lock. */
  async #activate(strategy: LockStrategy): Promise<void> {
    const lock = await this.#acquireLock(strategy)
    if (!lock) return
    if (this.#lock || this.#ended.signal.aborted) return lock.release()
    this.#lock = lock
    try {
      await this.#run(lock)
    } catch (error) {
      // The code could not be loaded. Another tab may have it.
      if (this.#lock === lock) this.#lock = null
      lock.release()
      throw error
    }
  }

  /** Loads the stored queue, runs it, and executes the calls that no tab has answered. */
  async #run(lock: AcquiredLock): Promise<void> {
    const runner: QueueRunner = await this.#settings.startRunner({
      ...this.#settings,
      onItems: (items) => this.#onOwnItems(runner, items),
      onUploaded: (file, isHere) => {
        this.#settings.onUploaded(file, isHere)
        this.#post({ type: 'uploaded', file })
      },
    })
    void lock.lost.then(() => this.#deactivate(lock, runner))
    await runner.restore(this.#sentFiles).catch(() => {})
    if (this.#lock !== lock || this.#ended.signal.aborted) return runner.stop()
    this.#runner = runner
    this.#onOwnItems(runner, runner.items)
    this.#post({ type: 'active' })
    for (const { message, resolve, reject } of this.#pendingCalls.values()) this.#execute(runner, message).then(resolve, reject)
  }

  /** Another tab has taken the lock while this one was suspended, and owns the stored queue now. */
  #deactivate(lock: AcquiredLock, runner: QueueRunner): void {
    runner.stop()
    if (this.#lock !== lock || this.#ended.signal.aborted) return
    this.#lock = null
    this.#runner = null
    this.#join().catch(() => {})
  }

  /** Pages over plain http have no locks: they ask for the active tab, and a page that gets no reply becomes it. */
  async #acquireLock(strategy: LockStrategy): Promise<AcquiredLock | null> {
    if (this.#channel && hasWebLocks()) return acquireLock(this.#channel.name, strategy, this.#ended.signal)
    if (strategy === 'wait') return null
    if (this.#channel && strategy === 'ifFree') {
      this.#hasActiveTab = false
      this.#post({ type: 'hello' })
      await wait(this.#timeouts.discovery)
      if (this.#hasActiveTab) return null
    }
    return { lost: new Promise(() => {}), release: () => {} }
  }

  /** Executes a call here. Files that the queue of an earlier active tab already had are not added again. */
  async #execute(runner: QueueRunner, { name, args }: CallMessage): Promise<unknown> {
    if (name !== 'add') return (runner[name] as (...args: Parameters<QueueCalls[CallName]>) => unknown)(...args)
    const [files, folderId] = args as Parameters<QueueCalls['add']>
    const isAdded = ({ id }: NewFile): boolean => this.#seenIds.has(id) || runner.items.some((item) => item.id === id)
    return runner.add(
      files.filter((each) => !isAdded(each)),
      folderId,
    )
  }

  /** Sends a call to the active tab, and becomes it when there is no response. */
  #send(message: CallMessage): Promise<unknown> {
    const { call, name, args } = message
    if (name === 'add') for (const { id, file } of args[0] as readonly NewFile[]) this.#sentFiles.set(id, file)
    const takeOver = (): void => {
      if (!this.#lock) this.#activate('steal').catch(pending.reject)
    }
    const pending = { ...Promise.withResolvers<unknown>(), message, stopTimeout: after(this.#timeouts.call, takeOver) }
    this.#pendingCalls.set(call, pending)
    if (!this.#post(message)) takeOver()
    return pending.promise.finally(() => {
      pending.stopTimeout()
      this.#pendingCalls.delete(call)
    })
  }

  #onMessage(message: Message): void {
    switch (message.type) {
      case 'hello':
        return this.#publish()
      case 'active':
        // The tab to which they were sent has ended.
        for (const pending of this.#pendingCalls.values()) this.#post(pending.message)
        return
      case 'items':
        this.#hasActiveTab = true
        for (const { id } of message.items) this.#seenIds.add(id)
        if (!this.#lock) this.#settings.onItems(message.items)
        return
      case 'uploaded':
        return this.#settings.onUploaded(message.file, false)
      case 'queueCall':
        return void this.#respond(message)
      case 'acknowledged':
        return this.#pendingCalls.get(message.call)?.stopTimeout()
      case 'result': {
        const pending = this.#pendingCalls.get(message.call)
        return message.error === null ? pending?.resolve(message.value) : pending?.reject(new Error(message.error))
      }
    }
  }

  async #respond(message: CallMessage): Promise<void> {
    const runner = this.#runner
    if (!runner) return
    const { call } = message
    this.#post({ type: 'acknowledged', call })
    const result = await this.#execute(runner, message).then(
      (value) => ({ value, error: null }),
      (error: unknown) => ({ value: null, error: String(error) }),
    )
    this.#post({ type: 'result', call, ...result })
  }

  /** Publishes immediately when the last time is long enough ago: timers of background pages are slow. */
  #onOwnItems(runner: QueueRunner, items: readonly UploadItem[]): void {
    if (this.#runner !== runner) return
    this.#settings.onItems(items)
    const pause = this.#publishedAt + PUBLISH_INTERVAL - now()
    if (pause <= 0) this.#publish()
    else this.#scheduledPublish ??= after(pause, () => this.#publish())
  }

  #publish(): void {
    this.#scheduledPublish?.()
    this.#scheduledPublish = null
    this.#publishedAt = now()
    // Also while the stored queue is loaded, so that no other tab believes that there is no active one.
    if (this.#lock) this.#post({ type: 'items', items: this.#runner?.items ?? [] })
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
  #retryOnReturn(): void {
    const { signal } = this.#ended
    const retryNow = (): void => {
      if (this.#runner) this.#runner.retryNow()
      else if (!this.#lock && !hasWebLocks()) this.#activate('ifFree').catch(() => {})
    }
    listen(signal, 'abort', onReconnect(retryNow))
    listen(window, 'online', retryNow, { signal })
    listen(window, 'pageshow', retryNow, { signal })
    listen(document, 'resume', retryNow, { signal })
    listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && retryNow(), { signal })
  }
}
