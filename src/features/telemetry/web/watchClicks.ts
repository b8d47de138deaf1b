import { redactIds } from '#browser/monitoring/monitor.ts'
import { listen } from '#browser/events/listen.ts'
import type { Stop } from '#browser/timers/time.ts'
import { track } from './track.ts'

/** The kinds of A§9 with a higher weight, and their selectors. An image in a link or button counts as that. */
const KINDS = [
  ['link', 'a[href]'],
  ['button', 'button, summary, [role="button"], [role^="menuitem"], [role="option"], [role="tab"], [role="switch"]'],
  ['image', 'img, svg, [role="img"]'],
] as const

/**
 * Tracks clicks on buttons, links and images with their kind and the page, without their texts, which may be words of the user
 * (A§9). Those in an element with `data-track="ignore"` are skipped.
 */
export const watchClicks = (): Stop =>
  listen(
    document,
    'click',
    ({ target }) => {
      if (!(target instanceof Element)) return
      const [kind] = KINDS.find(([, selector]) => target.closest(selector)) ?? []
      const custom = target.closest('[data-track]')?.getAttribute('data-track')
      if (kind) track('click', { kind, ...(custom && { custom }), path: redactIds(location.pathname) })
    },
    { capture: true, passive: true },
  )
