import { Fragment } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { AskAnswer, AskCitation } from '../../contract.ts'
import { citationKey } from '../citations.ts'
import type { CitationPlayer } from '../useCitationPlayback.ts'
import type { useRecordings } from '../useRecordings.ts'
import { CiteChip } from './CiteChip.tsx'

export type AnswerTextProps = {
  answer: AskAnswer
  player: CitationPlayer
  recordings: ReturnType<typeof useRecordings>
  /** Whether more is being written. */
  isWriting: boolean
  /** In the panel of a recording no chip names it. */
  hidesTitles: boolean
}

/** The sentences of an answer, each with the places it rests on. Quotes stand on lines of their own. */
export function AnswerText({ answer, player, recordings, isWriting, hidesTitles }: AnswerTextProps) {
  const t = useTranslations('ask')
  const sentences = withTitles(answer)
  const chips = (citations: readonly TitledCitation[]) =>
    citations.map(({ citation, isNamed }) => {
      const key = citationKey(citation)
      // Until the library is loaded nothing is known to be gone.
      const unknown = recordings.isWhole ? undefined : t('recording')
      return (
        <CiteChip
          key={key}
          citation={citation}
          title={recordings.byId.get(citation.file_id)?.filename ?? unknown}
          showsTitle={isNamed && !hidesTitles}
          isPlaying={player.playing?.answerId === answer.answer_id && player.playing.key === key}
          onToggle={() => player.toggle(answer, citation)}
        />
      )
    })
  const cursor = isWriting && (
    <span aria-hidden className="ml-0.5 inline-block h-4 w-2 animate-pulse rounded-[3px] bg-accent align-middle" />
  )
  if (sentences.length === 0) return cursor && <p className="mt-3">{cursor}</p>
  if (answer.engine === null)
    return (
      <ul className="mt-3 grid gap-2.5">
        {sentences.map(({ key, text, citations }) => (
          <li key={key} dir="auto" className="border-l-2 border-line pl-3.5 leading-7 wrap-anywhere">
            <q>{text}</q> {chips(citations)}
          </li>
        ))}
      </ul>
    )
  return (
    <p dir="auto" className="mt-3 leading-7 wrap-anywhere">
      {sentences.map(({ key, text, citations }) => (
        <Fragment key={key}>
          {text} {chips(citations)}{' '}
        </Fragment>
      ))}
      {cursor}
    </p>
  )
}

/** `isNamed` is false where the citation before is of the same recording. */
type TitledCitation = { readonly citation: AskCitation; readonly isNamed: boolean }
type TitledSentence = { readonly key: string; readonly text: string; readonly citations: readonly TitledCitation[] }

/** Returns the sentences that answer the question, with which of their citations name the recording. */
function withTitles({ sentences }: AskAnswer): TitledSentence[] {
  const shown = sentences.filter(({ is_related }) => !is_related)
  const cited = shown.flatMap(({ citations }) => citations.map(({ file_id }) => file_id))
  const starts = shown.map((_, n) => shown.slice(0, n).reduce((sum, { citations }) => sum + citations.length, 0))
  return shown.map(({ text, citations }, n) => ({
    key: `${n} ${text}`,
    text,
    citations: citations.map((citation, index) => {
      const place = (starts[n] ?? 0) + index
      return { citation, isNamed: cited[place - 1] !== citation.file_id }
    }),
  }))
}
