/*
 * The script of the page of a link. The server strips its types and serves it as it is, with the code of what it
 * imports before it. Without it the page has the audio controls of the browser.
 */

import { formatTimestamp } from '#shared/timestamp.ts'

type Word = { readonly start: number; readonly from: number; readonly to: number }
type Row = {
  readonly element: HTMLElement
  readonly text: HTMLElement
  readonly start: number
  readonly end: number
  words?: Word[]
}

const byId = <T extends HTMLElement>(id: string): T | null => document.querySelector<T>(`#${id}`)

/** The sizes of the text, in pixels added to the normal one. */
const SIZES = [0, 2, 5]
const SPEEDS = [1, 1.25, 1.5, 2, 0.75]

function enableTextSize(): void {
  const button = byId<HTMLButtonElement>('size')
  if (!button) return
  let size = 0
  button.hidden = false
  button.onclick = () => {
    size = (size + 1) % SIZES.length
    document.documentElement.style.setProperty(
      '--text',
      `${(matchMedia('(max-width:900px)').matches ? 16 : 17) + SIZES[size]!}px`,
    )
  }
}

function readRows(): Row[] {
  return [...document.querySelectorAll<HTMLElement>('.seg')].flatMap((element) => {
    const text = element.querySelector<HTMLElement>('p')
    const { s, e } = element.dataset
    return text ? [{ element, text, start: Number(s), end: Number(e) }] : []
  })
}

/** The words of a row are read when it is first played. */
const wordsOf = (row: Row): Word[] =>
  (row.words ??= (row.text.dataset['w'] ?? '').split(';').flatMap((place) => {
    const [start = NaN, from = NaN, length = NaN] = place.split(',').map(Number)
    return Number.isNaN(length) ? [] : [{ start: row.start + start, from, to: from + length }]
  }))

/** Marks the row and the word that are spoken, and the chapter they are in. */
function createMarker(): (time: number) => void {
  const rows = readRows()
  const chapters = [...document.querySelectorAll<HTMLElement>('[data-chapter]')]
  let marked: Row | undefined
  let markedWord: Word | undefined
  return (time) => {
    const row = rows.findLast(({ start }) => start <= time)
    if (row !== marked) {
      marked?.element.classList.remove('now')
      row?.element.classList.add('now')
      marked = row
      const chapter = chapters.findLast(({ dataset }) => Number(dataset['t']) <= time)
      for (const each of chapters)
        if (each === chapter) each.setAttribute('aria-current', 'true')
        else each.removeAttribute('aria-current')
    }
    const word = row && time < row.end + 500 ? wordsOf(row).findLast(({ start }) => start <= time) : undefined
    if (word === markedWord || !('highlights' in CSS)) return
    markedWord = word
    CSS.highlights.delete('spoken')
    const node = row?.text.firstChild
    if (!word || !node || word.to > (node.textContent?.length ?? 0)) return
    const range = document.createRange()
    range.setStart(node, word.from)
    range.setEnd(node, word.to)
    CSS.highlights.set('spoken', new Highlight(range))
  }
}

type Controls = {
  readonly audio: HTMLAudioElement
  readonly play: HTMLButtonElement
  readonly position: HTMLInputElement
  readonly now: HTMLElement
  readonly rate: HTMLButtonElement
  readonly seek: HTMLElement
  /** The times of the audio within the recording; a clip begins in its middle. */
  readonly start: number
  readonly end: number
}

/** Replaces the controls of the browser by those of the page. Returns undefined on a page without audio. */
function showControls(): Controls | undefined {
  const [dock, audio, bar] = [byId('dock'), byId<HTMLAudioElement>('audio'), byId('bar')]
  const [play, position] = [byId<HTMLButtonElement>('play'), byId<HTMLInputElement>('position')]
  const [now, rate, seek] = [byId('now'), byId<HTMLButtonElement>('rate'), byId('seek')]
  if (!dock || !audio || !bar || !play || !position || !now || !rate || !seek) return undefined
  audio.hidden = true
  audio.controls = false
  bar.hidden = false
  return { audio, play, position, now, rate, seek, start: Number(dock.dataset['start']), end: Number(dock.dataset['end']) }
}

/** Shows where the audio is, and what is spoken there, while it plays. */
function showPosition({ audio, play, position, now, seek, start, end }: Controls): void {
  const labels = { play: play.getAttribute('aria-label') ?? '', pause: play.dataset['pause'] ?? '' }
  const mark = createMarker()
  const show = () => {
    const time = start + audio.currentTime * 1000
    position.value = String(Math.round(time))
    position.setAttribute('aria-valuetext', formatTimestamp(time))
    now.textContent = formatTimestamp(time)
    seek.style.setProperty('--p', `${Math.min(100, Math.max(0, ((time - start) / (end - start)) * 100))}%`)
    mark(time)
  }
  const follow = () => {
    show()
    if (!audio.paused) requestAnimationFrame(follow)
  }
  const showState = () => {
    play.setAttribute('aria-pressed', String(!audio.paused))
    play.setAttribute('aria-label', audio.paused ? labels.play : labels.pause)
    follow()
  }
  audio.onplay = showState
  audio.onpause = showState
  audio.onseeked = show
  show()
}

function enableSpeed({ audio, rate }: Controls): void {
  const label = (rate.getAttribute('aria-label') ?? '').replace(/[\d.]+×$/, '')
  rate.onclick = () => {
    const next = SPEEDS[(SPEEDS.indexOf(audio.playbackRate) + 1) % SPEEDS.length] ?? 1
    audio.playbackRate = next
    audio.defaultPlaybackRate = next
    rate.textContent = `${next}×`
    rate.setAttribute('aria-label', `${label}${next}×`)
  }
}

function enablePlayer(controls: Controls): void {
  const { audio, play, position, start, end } = controls
  const seekTo = (time: number) => {
    const seconds = (Math.min(end, Math.max(start, time)) - start) / 1000
    // Nothing is loaded before the first play, and the time of nothing cannot be set.
    if (audio.readyState > 0) audio.currentTime = seconds
    else {
      audio.onloadedmetadata = () => {
        audio.onloadedmetadata = null
        audio.currentTime = seconds
      }
      audio.load()
    }
  }
  const startPlaying = () => void audio.play().catch(() => {})
  const toggle = () => (audio.paused ? startPlaying() : audio.pause())
  play.onclick = toggle
  position.oninput = () => seekTo(Number(position.value))
  for (const button of document.querySelectorAll<HTMLElement>('[data-skip]'))
    button.onclick = () => seekTo(start + audio.currentTime * 1000 + Number(button.dataset['skip']) * 1000)
  // Links keep what they do; those to times also play from there.
  document.onclick = (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-t]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!link.getAttribute('href')?.startsWith('#')) event.preventDefault()
    seekTo(Number(link.dataset['t']))
    startPlaying()
  }
  document.onkeydown = (event) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button, input, summary, [tabindex="0"]')
    if (event.key !== ' ' || isControl) return
    event.preventDefault()
    toggle()
  }
}

enableTextSize()
const controls = showControls()
if (controls) {
  showPosition(controls)
  enableSpeed(controls)
  enablePlayer(controls)
}
