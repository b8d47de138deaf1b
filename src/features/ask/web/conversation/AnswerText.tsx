import { Fragment } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { AskAnswer, AskSentence } from '../../contract.ts'
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
  const sentences = answer.sentences.filter(({ is_related }) => !is_related)
  const isList = answer.engine === null
  let lastTitle = ''
  const chips = ({ citations }: AskSentence) =>
    citations.map((citation) => {
      const title = recordings.byId.get(citation.file_id)?.filename
      const showsTitle = !hidesTitles && citation.file_id !== lastTitle
      lastTitle = citation.file_id
      const key = citationKey(citation)
      return (
        <CiteChip
          key={key}
          citation={citation}
          // Until the library is loaded nothing is known to be gone.
          title={title ?? (recordings.isWhole ? undefined : t('recording'))}
          showsTitle={showsTitle}
          isPlaying={player.playing?.answerId === answer.answer_id && player.playing.key === key}
          onToggle={() => player.toggle(answer, citation)}
        />
      )
    })
  const cursor = isWriting && (
    <span aria-hidden className="ml-0.5 inline-block h-4 w-2 animate-pulse rounded-xs bg-accent align-[-0.15em]" />
  )
  if (sentences.length === 0) return cursor && <p className="mt-3">{cursor}</p>
  if (isList)
    return (
      <ul className="mt-3 grid gap-2.5">
        {sentences.map((sentence) => (
          <li key={sentence.text} dir="auto" className="border-l-2 border-line pl-3.5 leading-7 wrap-anywhere">
            “{sentence.text}” {chips(sentence)}
          </li>
        ))}
      </ul>
    )
  return (
    <p dir="auto" className="mt-3 leading-7 wrap-anywhere">
      {sentences.map((sentence) => (
        <Fragment key={sentence.text}>
          {sentence.text} {chips(sentence)}{' '}
        </Fragment>
      ))}
      {cursor}
    </p>
  )
}
