import { markup, type SafeHtml } from '#platform/http/html.ts'
import type { SharedContent } from './SharedContent.ts'
import type { PageTexts } from './texts.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** Number of lines in the waveform. */
const LINES = 160
const HEIGHT = 36

/**
 * Returns the player: the browser's own controls, which the script replaces. Audio is loaded only when it is played, so that
 * reading does not count as listening.
 */
export function renderPlayer({ clip, duration, peaks }: SharedContent, audio: string, t: PageTexts): SafeHtml {
  const [start, end] = clip ? [clip.start, clip.end] : [0, duration]
  const wave = peaks && peaks.length > 0 ? waveform(peaks) : null
  return markup`<div class="dock" id="dock" role="region" aria-label="${t.audio}" data-start="${start}" data-end="${end}">
    <audio id="audio" controls preload="none" src="${audio}" aria-label="${t.audio}"></audio>
    <div class="bar" id="bar" hidden>
      <div>
        <button type="button" class="round go" id="play" aria-label="${t.play}" aria-pressed="false" data-pause="${t.pause}">
          ${PLAY}${PAUSE}
        </button>
        <button type="button" class="round skip10" data-skip="-10" aria-label="${t.back}">${BACK}</button>
        <button type="button" class="round skip10" data-skip="10" aria-label="${t.forward}">${FORWARD}</button>
      </div>
      <div>
        <span class="t" id="now">${formatTimestamp(start)}</span>
        <div class="seek" id="seek">
          ${wave ? markup`${waveSvg(wave, '')}${waveSvg(wave, 'done')}` : markup`<span class="line"></span>`}
          <input type="range" id="position" min="${start}" max="${end}" step="1000" value="${start}" aria-label="${t.position}" />
        </div>
        <span class="t end">${formatTimestamp(end)}</span>
        <button type="button" class="rate" id="rate" aria-label="${t.speed}: 1×">1×</button>
      </div>
    </div>
  </div>`
}

/** Returns the loudest point of each of `count` equal sections. */
export const loudestPoints = (peaks: Uint8Array, count: number): number[] =>
  Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / count))
    return Math.max(0, ...peaks.subarray(from, to))
  })

/** Returns the path of the waveform. */
const waveform = (peaks: Uint8Array): string =>
  loudestPoints(peaks, LINES)
    .map((loudest, index) => {
      const height = Math.max(2, Math.round((loudest / 255) * HEIGHT))
      return `M${index * 2 + 1} ${(HEIGHT - height) / 2}v${height}`
    })
    .join('')

const waveSvg = (path: string, name: string): SafeHtml =>
  markup`<svg class="${name}" viewBox="0 0 ${LINES * 2} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    <path d="${path}" />
  </svg>`

const PLAY = markup`<svg class="play" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5l11 7-11 7z" fill="currentColor" /></svg>`
const PAUSE = markup`<svg class="pause" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5v14M16 5v14" stroke-width="3" /></svg>`
const BACK = markup`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5v5h5M4.5 10a8 8 0 1 1-.5 4" /></svg>`
const FORWARD = markup`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M20 5v5h-5M19.5 10a8 8 0 1 0 .5 4" /></svg>`
