import type { Locale } from '#shared/locales.ts'
import { formatTranscript } from '#features/transcription/rules.ts'
import type { PageFrame } from './renderDocument.ts'
import { renderPage, type PageParts } from './renderPage.ts'
import { hideInTitle, toSharedContent, type StoredContent } from './SharedContent.ts'
import { textsOf } from './texts.ts'

type PageInput = {
  readonly stored: StoredContent
  readonly parts: PageParts
  readonly frame: PageFrame
  readonly isEmbed: boolean
}
type FileInput<T> = { readonly stored: T; readonly locale: Locale }

/** Returns the page of a link in UTF-8. */
export function renderSharedPage({ stored, parts, frame, isEmbed }: PageInput): Uint8Array {
  const content = toSharedContent(stored, textsOf(frame.locale))
  const downloadText = content.paragraphs.length > 0 ? parts.downloadText : null
  return new TextEncoder().encode(renderPage(content, { ...parts, downloadText }, frame, { isEmbed }))
}

/** Returns the transcript of a link as the text of a file, and the title of the link. */
export function writeSharedText({ stored, locale }: FileInput<StoredContent>): { title: string; text: string } {
  const { title, paragraphs } = toSharedContent(stored, textsOf(locale))
  const segments = paragraphs.map(({ start, speaker, text, isNotUnderstood }) => ({
    start_time: start,
    speaker,
    content: isNotUnderstood ? `[${textsOf(locale).not_understood}]` : text,
  }))
  return { title, text: `${formatTranscript(segments)}\n` }
}

/** Returns the title of a link that hides names. */
export const readSharedTitle = ({ stored, locale }: FileInput<Pick<StoredContent, 'title' | 'results'>>): string =>
  hideInTitle(stored, textsOf(locale))
