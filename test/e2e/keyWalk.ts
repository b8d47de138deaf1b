import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { animationsEnd } from '#test/running/animationsEnd.ts'

/** For what waits for the server or for code that is just being loaded. */
const PATIENT = { timeout: 10_000, interval: 25 }

/** Somebody at the keyboard, without a pointer. Every step looks at where the focus is: `button "New recording"`. */
export class KeyWalk {
  readonly page: Page
  /** What was wrong with the focus on the way: lost, unseen, behind something else. */
  readonly troubles: string[] = []

  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key)
      // What keeps the focus in a dialog has it for a moment, and hands it on.
      if (/Tab/.test(key)) await this.page.waitForFunction(() => !document.activeElement?.matches('[data-base-ui-focus-guard]'))
    }
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text)
  }

  /** The address, without its origin. */
  at(): string {
    const { pathname, search, hash } = new URL(this.page.url())
    return pathname + search + hash
  }

  async expectAt(address: RegExp): Promise<void> {
    await becomesLike(() => this.at(), address)
  }

  /** Role and name of what has the focus, as a screen reader has them; `body` when nothing has. */
  async focus(): Promise<string> {
    const focused = this.page.locator(':focus')
    if ((await focused.count()) === 0) return 'body'
    const [line = ''] = (await focused.ariaSnapshot({ timeout: 1000 }).catch(() => '- on the way')).split('\n')
    const [, role = '', name] = /^- ([\w-]+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line.replace(/^- '(.*)':?$/, '- $1')) ?? []
    if (role) return name === undefined ? role : `${role} "${name.replaceAll('\\"', '"')}"`
    return this.page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName.toLowerCase() || 'body')
  }

  /** Waits until the focus is there, and looks at whether one can see it. */
  async expectFocus(on: string | RegExp): Promise<void> {
    await becomesLike(() => this.focus(), exactly(on))
    await this.look()
  }

  /** Goes on with Tab until the focus is there; over the end of the page, where a browser has its own bar, once. */
  async tabTo(on: string | RegExp, { key = 'Tab', most = 70 } = {}): Promise<string[]> {
    const passed: string[] = []
    while (passed.length < most && passed.filter((one) => one === 'body').length < 2) {
      await this.press(key)
      const here = await this.focus()
      if (exactly(on).test(here)) {
        await this.look()
        return passed
      }
      passed.push(here)
    }
    throw new Error(`Tab does not come to ${on}; it passes ${passed.join(' → ')}`)
  }

  /** Every stop of the Tab key from the top of the page, in order, until it has come round. */
  async allStops(most = 80): Promise<string[]> {
    while ((await this.focus()) !== 'body') await this.press('Tab')
    const stops: string[] = []
    for (let step = 0; step < most; step++) {
      await this.press('Tab')
      const here = await this.focus()
      if (here === 'body') return stops
      await this.look()
      stops.push(here)
    }
    throw new Error(`Tab never comes round: ${stops.join(' → ')}`)
  }

  /** Exactly this dialog is shown, and the focus is in it. */
  async expectDialog(name: string | RegExp): Promise<void> {
    const shown = this.page.locator(DIALOGS)
    await this.page.getByRole('dialog', { name }).or(this.page.getByRole('alertdialog', { name })).waitFor()
    await becomes(() => shown.count(), 1)
    const isInside = () => shown.first().evaluate((dialog) => dialog.contains(document.activeElement))
    await becomes(isInside, true)
    await this.look()
  }

  /** The Tab key stays inside the dialog, both ways round, and comes to every button of it. */
  async expectHeldInside(): Promise<void> {
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let step = 0; step < 12; step++) {
        await this.press(key)
        const isInside = await this.page.evaluate((dialogs) => document.activeElement?.closest(dialogs) !== null, DIALOGS)
        if (!isInside) this.troubles.push(`${key} leaves the dialog for ${await this.focus()}`)
      }
    }
  }

  async expectNoDialog(): Promise<void> {
    await becomes(() => this.page.locator(DIALOGS).count(), 0)
  }

  /** Notes a focus one cannot see: lost, without a mark, or behind something that stands in front of it. */
  private async look(): Promise<void> {
    await animationsEnd(this.page)
    const wrong = await this.page.evaluate(wrongWithFocus)
    if (wrong) this.troubles.push(`${await this.focus()} ${wrong}`)
  }
}

/** A toast says it is a dialog. */
const DIALOGS = '[role=dialog]:not([data-closed], [data-toast]), [role=alertdialog]:not([data-closed], [data-toast])'

async function becomes<T>(read: () => Promise<T>, value: T): Promise<void> {
  await expect.poll(read, PATIENT).toBe(value)
}

async function becomesLike(read: () => string | Promise<string>, text: RegExp): Promise<void> {
  await expect.poll(read, PATIENT).toMatch(text)
}

const exactly = (on: string | RegExp): RegExp =>
  typeof on === 'string' ? new RegExp(`^${on.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : on

/** Runs in the page. */
function wrongWithFocus(): string | undefined {
  const element = document.activeElement
  if (!element || element === document.body) return 'is lost'
  const { left, top, width, height } = element.getBoundingClientRect()
  const isHit = [0.5, 0.1, 0.9].some((x) =>
    [0.5, 0.2, 0.8].some((y) => {
      const there = document.elementFromPoint(left + width * x, top + height * y)
      return there !== null && (element.contains(there) || there.contains(element))
    }),
  )
  // A switch is drawn by what stands around it.
  if (!isHit) return `cannot be seen at ${Math.round(left)},${Math.round(top)} (${Math.round(width)} × ${Math.round(height)})`
  const isPlace = element.getAttribute('tabindex') === '-1' && !/^(menuitem|option)/.test(element.getAttribute('role') ?? '')
  if (isPlace || element.hasAttribute('data-highlighted') || element.matches('input, textarea')) return undefined
  for (let near: Element | null = element, far = 0; near && far < 3; near = near.parentElement, far++) {
    // A link that covers its row bears the mark where it covers it: on what stands after it.
    const isMarked = ['', '::after'].some((part) => {
      const { outlineStyle, outlineWidth, content } = getComputedStyle(near, part)
      return (part === '' || content !== 'none') && outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
    })
    if (isMarked) return undefined
  }
  return 'has no mark of the focus'
}
