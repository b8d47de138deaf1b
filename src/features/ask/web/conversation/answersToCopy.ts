import { absoluteAddress } from '#browser/page/absoluteAddress.ts'
import type { CopiedText } from '#browser/page/copyText.ts'
import { escapeHtml } from '#shared/html.ts'
import { escapeMarkdown } from '#shared/markdown/escapeMarkdown.ts'
import { paths } from '#shared/paths.ts'
import { toTimeLink } from '#shared/timeLink.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { AskAnswer } from '../../contract.ts'

type Citation = AskAnswer['sentences'][number]['citations'][number]
type TitleOf = (fileId: string) => string

export type Thread = {
  title: string
  answers: readonly AskAnswer[]
  /** The words before what no recording says. */
  missing: string
  titleOf: TitleOf
}

const placeOf = ({ file_id, start_ms }: Citation, titleOf: TitleOf): string => `${titleOf(file_id)} ${formatTimestamp(start_ms)}`

/** Returns an answer with the places it rests on in brackets, which lead to the recordings where links are shown. */
export function answerToCopy(answer: AskAnswer, titleOf: TitleOf): CopiedText {
  const { question, sentences } = answer
  const lines = sentences.map(({ text, citations }) => {
    const places = citations.map((citation) => placeOf(citation, titleOf))
    return `${text} (${places.join('; ')})`
  })
  return { text: [question, '', ...lines].join('\n'), html: answerToHtml(answer, titleOf, 'p') }
}

function answerToHtml({ question, sentences }: AskAnswer, titleOf: TitleOf, tag: 'h2' | 'p'): string {
  const lines = sentences.map(({ text, citations }) => {
    const places = citations.map((citation) => {
      const address = absoluteAddress(paths.file(citation.file_id)) + toTimeLink(citation.start_ms)
      return `<a href="${escapeHtml(address)}">${escapeHtml(placeOf(citation, titleOf))}</a>`
    })
    return `<p>${escapeHtml(text)} (${places.join('; ')})</p>`
  })
  return `<${tag}>${escapeHtml(question)}</${tag}>${lines.join('')}`
}

/** Returns a thread as HTML with links to the places that its answers rest on. */
export const threadToHtml = ({ title, answers, missing, titleOf }: Thread): string =>
  `<h1>${escapeHtml(title)}</h1>` +
  answers
    .map((answer) => {
      const gap = answer.missing
        ? `<blockquote><strong>${escapeHtml(missing)}</strong> ${escapeHtml(answer.missing)}</blockquote>`
        : ''
      return answerToHtml(answer, titleOf, 'h2') + gap
    })
    .join('')

/** Returns questions, answers and the places they rest on as Markdown. */
export function toMarkdown({ title, answers, missing, titleOf }: Thread): string {
  const parts = answers.map((answer) => {
    const lines = answer.sentences.map(({ text, citations }) => {
      const places = citations.map((citation) => placeOf(citation, titleOf))
      return `${escapeLine(text)} (${escapeLine(places.join('; '))})`
    })
    const gap = answer.missing ? [`> **${missing}** ${escapeLine(answer.missing)}`] : []
    return [`## ${escapeLine(answer.question)}`, ...lines, ...gap].join('\n\n')
  })
  return `${[`# ${escapeLine(title)}`, ...parts].join('\n\n')}\n`
}

/** Texts are of strangers: nothing in them becomes a link, an image or a tag. */
const escapeLine = (text: string) => escapeMarkdown(text.replaceAll(/\s+/g, ' ').trim())
