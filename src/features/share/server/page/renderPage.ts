import { fillText } from '#platform/text/serverTexts.ts'
import { tagOfOption } from '#shared/languageVariants.ts'
import { languageTag, type Locale } from '#shared/locales.ts'
import type { Millis } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { createMarkdownBudget } from '#shared/markdown/parseMarkdown.ts'
import { markup, withoutDirectionMarks, type SafeHtml } from '#platform/http/html.ts'
import { markdownToHtml } from './markdownToHtml.ts'
import type { Paragraph, SharedContent } from './SharedContent.ts'
import { openLink, renderDocument, type PageFrame } from './renderDocument.ts'
import { renderPlayer } from './renderPlayer.ts'
import { textsOf, type PageTexts } from './texts.ts'

/** URLs of the parts of the page; null for parts that are not shown. */
export type PageParts = {
  readonly audio: string | null
  readonly downloadAudio: string | null
  readonly downloadText: string | null
  /** The URL of the complete page, for the embedded one. */
  readonly page: string
}

/** Returns the page of a link. It is complete without a script; the script adds the player. */
export function renderPage(content: SharedContent, parts: PageParts, frame: PageFrame, { isEmbed = false } = {}): string {
  const t = textsOf(frame.locale)
  const sections = renderSections(content, parts, t)
  const main = markup`<main id="content" tabindex="-1">
    <div class="head">
      <h1 dir="auto">${content.title}</h1>
      ${isEmbed ? openLink(parts.page, t) : renderActions(parts, t)}
    </div>
    <p class="meta">${renderMeta(content, frame.locale, t)}</p>
    ${sections.map(
      ({ id, title, body }) =>
        markup`<section id="${id}" aria-labelledby="${id}-title">
          <h2 id="${id}-title" dir="auto">${title}</h2>
          ${body}
        </section>`,
    )}
    ${sections.length === 0 && !content.hasAudio && markup`<section><p class="text">${t.nothing}</p></section>`}
    ${!isEmbed && renderFoot(parts, t)}
  </main>`
  const body = isEmbed
    ? markup`<div class="embed">${main}</div>`
    : markup`<a class="skip" href="#content">${t.skip}</a>
        <div class="page">${renderRail(content, sections, parts, frame)}${main}</div>`
  return renderDocument(markup`${body}${parts.audio !== null && renderPlayer(content, parts.audio, t)}`, content.title, frame)
}

type Section = { id: string; title: string; body: SafeHtml }

function renderSections(content: SharedContent, { audio }: PageParts, t: PageTexts): Section[] {
  const { clip, fileTitle: title, names, paragraphs } = content
  const hrefOf = createHrefs({ paragraphs, audio, clip })
  const renderTime = (time: Millis) => renderCite(time, hrefOf(time))
  const options = { title, clip, names, budget: createMarkdownBudget(), renderTime }
  const summary = markdownToHtml(content.summary, options)
  const notes = content.notes.flatMap(({ name, markdown }, index) => {
    const body = markdownToHtml(markdown, options)
    return body ? [{ id: `note-${index + 1}`, title: name || t.highlights, body: markup`<div class="text">${body}</div>` }] : []
  })
  const transcript = markup`${paragraphs.map((paragraph) => renderParagraph(paragraph, { audio, clip, t }))}`
  return [
    ...(summary ? [{ id: 'summary', title: t.summary, body: markup`<div class="text">${summary}</div>` }] : []),
    ...notes,
    ...(paragraphs.length > 0 ? [{ id: 'transcript', title: t.transcript, body: transcript }] : []),
  ]
}

type Places = { paragraphs: readonly Paragraph[]; audio: string | null; clip: SharedContent['clip'] }

/** Returns a function for the target of a time: its paragraph, or the audio from there. */
function createHrefs({ paragraphs, audio, clip }: Places): (time: Millis) => string | null {
  const starts = Float64Array.from(paragraphs, ({ start }) => start).sort()
  return (time) => {
    if (starts.length === 0) return audio && audioFrom(audio, time, clip)
    let [from, to] = [0, starts.length]
    while (to - from > 1) {
      const middle = (from + to) >> 1
      if ((starts[middle] ?? 0) <= time) from = middle
      else to = middle
    }
    return `#p${starts[from]}`
  }
}

/** The URL of the audio from a time on (Media Fragments). A clip has its own times. */
const audioFrom = (audio: string, time: Millis, clip: SharedContent['clip']): string =>
  `${audio}#t=${Math.max(0, (time - (clip?.start ?? 0)) / 1000)}`

const renderCite = (time: Millis, href: string | null): SafeHtml =>
  href === null
    ? markup`<span class="cite">${formatTimestamp(time)}</span>`
    : markup`<a class="cite" href="${href}" data-t="${time}">${formatTimestamp(time)}</a>`

function renderParagraph(
  paragraph: Paragraph,
  { audio, clip, t }: { audio: string | null; clip: SharedContent['clip']; t: PageTexts },
): SafeHtml {
  const { start, end, speaker, speakerIndex, isNotUnderstood } = paragraph
  const time = formatTimestamp(start)
  const words = paragraph.words.map((place) => place.join(',')).join(';')
  return markup`<div class="seg${isNotUnderstood && ' none'}" id="p${start}" data-s="${start}" data-e="${end}">
    ${
      audio
        ? markup`<a class="t" href="${audioFrom(audio, start, clip)}" data-t="${start}" aria-label="${fillText(t.play_from, { time })}"
            >${time}</a
          >`
        : markup`<span class="t">${time}</span>`
    }${speaker !== '' && markup`<span class="who s${speakerIndex % 4}" dir="auto">${speaker}</span>`}
    <p dir="auto" ${words !== '' && markup` data-w="${words}"`}>${isNotUnderstood ? t.not_understood : paragraph.text}</p>
  </div>`
}

function renderActions({ downloadAudio, downloadText }: PageParts, t: PageTexts): SafeHtml {
  const links = [
    ...(downloadAudio === null ? [] : [{ href: downloadAudio, text: t.download_audio }]),
    ...(downloadText === null ? [] : [{ href: downloadText, text: t.download_text }]),
  ]
  const [only] = links
  const download =
    links.length > 1
      ? markup`<details class="menu"><summary class="btn">${t.download}</summary><div>${links.map(({ href, text }) => markup`<a href="${href}" download>${text}</a>`)}</div></details>`
      : only && markup`<a class="btn" href="${only.href}" download>${only.text}</a>`
  return markup`<div class="acts"><button class="btn quiet" id="size" aria-label="${t.text_size}" hidden>Aa</button>${download}</div>`
}

function renderMeta(content: SharedContent, locale: Locale, t: PageTexts): SafeHtml {
  const { recordedAt, timezone, clip, duration, language } = content
  // The local date of the recording.
  const local = new Date(recordedAt.getTime() + timezone * 3_600_000)
  const minutesOf = (time: Millis) => formatLength(time, locale)
  const length = clip
    ? fillText(t.excerpt, { part: minutesOf(clip.end - clip.start), whole: minutesOf(duration) })
    : minutesOf(duration)
  const parts = [formatDate(local, locale), length, language && languageName(language, locale)].filter(Boolean)
  return markup`${parts.join(' · ')}`
}

const formatDate = (date: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(date)

function formatLength(time: Millis, locale: Locale): string {
  const [amount, unit] = time < 60_000 ? [Math.max(1, Math.round(time / 1000)), 'second'] : [Math.round(time / 60_000), 'minute']
  return new Intl.NumberFormat(languageTag(locale), { style: 'unit', unit, unitDisplay: 'short' }).format(amount)
}

/** Returns the name of a language, or '' for an unknown code. */
function languageName(code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(languageTag(locale), { type: 'language', fallback: 'none' }).of(tagOfOption(code)) ?? ''
  } catch {
    return ''
  }
}

function renderRail(content: SharedContent, sections: readonly Section[], parts: PageParts, { locale }: PageFrame): SafeHtml {
  const t = textsOf(locale)
  const { ownerName, expiresAt, chapters } = content
  const hrefOf = createHrefs({ paragraphs: content.paragraphs, audio: parts.audio, clip: content.clip })
  return markup`<aside class="rail" aria-label="${t.on_page}">
    <div class="by">
      <i aria-hidden="true">${initials(ownerName)}</i>
      <div>
        ${ownerName ? fillText(t.shared_by, { name: ownerName }) : t.shared}${
          expiresAt && markup`<small>${fillText(t.until, { date: formatDate(expiresAt, locale) })}</small>`
        }
      </div>
    </div>
    ${
      sections.length > 1 &&
      markup`<h2>${t.on_page}</h2>
        <ul class="to">
          ${sections.map(({ id, title }) => markup`<li><a href="#${id}" dir="auto">${title}</a></li>`)}
        </ul>`
    }
    ${
      chapters.length > 0 &&
      markup`<details class="chapters">
        <summary>${t.chapters}</summary>
        <h2>${t.chapters}</h2>
        <ol class="ch">
          ${chapters.map(
            ({ start, title }) =>
              markup`<li>
                <a href="${hrefOf(start) ?? '#content'}" data-t="${start}" data-chapter
                  ><time>${formatTimestamp(start)}</time><span dir="auto">${title}</span></a
                >
              </li>`,
          )}
        </ol>
      </details>`
    }
    ${renderFoot(parts, t)}
  </aside>`
}

/** Shown in the side rail, or at the end of the page without one. */
const renderFoot = ({ page }: PageParts, t: PageTexts): SafeHtml =>
  markup`<p class="made">${LOGO}<span>${t.shared_with}</span><a href="${page}/report" rel="nofollow">${t.report}</a></p>`

const initials = (name: string): string =>
  withoutDirectionMarks(name)
    .split(/\s+/)
    .flatMap((word) => [...word].slice(0, 1))
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase() || '♪'

const LOGO = markup`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M6 12a6 6 0 1 1 12 0c0 3-2.5 3.6-3 6a3 3 0 0 1-5.6 1.2" />
  <path d="M9.5 12a2.5 2.5 0 1 1 5 0c0 1.6-1.5 2-1.5 3.5" />
  <path d="M2.5 8.5a9 9 0 0 0 0 7M21.5 8.5a9 9 0 0 1 0 7" />
</svg>`
