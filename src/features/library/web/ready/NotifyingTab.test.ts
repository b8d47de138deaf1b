import { locks } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { heldLockNames } from '#browser/locks/webLocks.ts'
import { newId } from '#browser/random/random.ts'
import { setTabHidden } from '#test/screens/mockNotifications.ts'
import { NotifyingTab } from './NotifyingTab.ts'

const tabs: NotifyingTab[] = []

// Names of their own, because the locks of a test are released after it.
let account: string

beforeEach(() => {
  account = newId()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.leave()
  Reflect.deleteProperty(navigator, 'locks')
  setTabHidden(false)
})

/** Opens a tab of the account. It becomes hidden together with all others of the test. */
function openTab(owner = account): NotifyingTab {
  const tab = new NotifyingTab(owner)
  tabs.push(tab)
  return tab
}
const verdicts = () => Promise.all(tabs.map((tab) => tab.shouldNotify()))

describe('the tab that shows notifications', () => {
  it('is one of several hidden tabs, and another one when it is closed', async () => {
    setTabHidden(true)
    const first = openTab()
    openTab()
    openTab()
    await expect.poll(verdicts).toEqual([true, false, false])
    first.leave()
    tabs.shift()
    await expect.poll(verdicts).toEqual([true, false])
  })

  it('is none while a tab of the account is visible', async () => {
    openTab()
    await expect.poll(heldLockNames).toContainEqual(expect.stringContaining(`earshot-visible-${account}-`))
    // Only this question is asked by a hidden tab.
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    openTab()
    expect(await verdicts()).toEqual([false, false])
    setTabHidden(true)
    await expect.poll(verdicts).toEqual([true, false])
  })

  it('does not depend on tabs of other accounts', async () => {
    setTabHidden(true)
    openTab()
    openTab(newId())
    await expect.poll(verdicts).toEqual([true, true])
  })

  it('is every hidden tab where there are no Web Locks', async () => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined })
    setTabHidden(true)
    openTab()
    openTab()
    expect(await verdicts()).toEqual([true, true])
  })
})
