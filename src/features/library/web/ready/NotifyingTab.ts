import { listen } from '#browser/events/listen.ts'
import { acquireLock, hasWebLocks, heldLockNames } from '#browser/locks/webLocks.ts'
import { newId } from '#browser/random/random.ts'
import type { Stop } from '#browser/timers/time.ts'

/**
 * Chooses one tab of the account in this browser that shows notifications, and knows whether any of its tabs is visible. Both are
 * locks, which end with their tab. A tab that holds a lock is not frozen, so the chosen one keeps receiving live messages.
 * Without Web Locks every hidden tab shows them; those of one recording have the same tag and replace each other.
 */
export class NotifyingTab {
  readonly #visiblePrefix: string
  readonly #visibleName: string
  readonly #leaving = new AbortController()
  #isChosen = !hasWebLocks()
  #hideTab: Stop = () => {}

  constructor(account: string) {
    this.#visiblePrefix = `earshot-visible-${account}-`
    this.#visibleName = this.#visiblePrefix + newId()
    if (hasWebLocks()) void this.#join(`earshot-notices-${account}`)
  }

  /** Resolves to whether this tab shows the notification now. */
  async shouldNotify(): Promise<boolean> {
    if (!document.hidden || !this.#isChosen) return false
    return !(await heldLockNames()).some((name) => name.startsWith(this.#visiblePrefix))
  }

  leave(): void {
    this.#leaving.abort()
    this.#hideTab()
  }

  async #join(name: string): Promise<void> {
    const { signal } = this.#leaving
    const updateVisible = () => void this.#updateVisible()
    listen(document, 'visibilitychange', updateVisible, { signal })
    updateVisible()
    const lock = await acquireLock(name, 'wait', signal)
    if (!lock) return
    if (signal.aborted) return lock.release()
    this.#isChosen = true
    listen(signal, 'abort', lock.release)
  }

  async #updateVisible(): Promise<void> {
    this.#hideTab()
    const isVisible = () => !document.hidden && !this.#leaving.signal.aborted
    if (!isVisible()) return
    const lock = await acquireLock(this.#visibleName, 'wait')
    if (!lock) return
    if (isVisible()) this.#hideTab = lock.release
    else lock.release()
  }
}
