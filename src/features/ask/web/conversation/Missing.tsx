import { CircleAlert } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { AskAnswer } from '../../contract.ts'
import { citationKey } from '../citations.ts'
import type { CitationPlayer } from '../useCitationPlayback.ts'
import type { useRecordings } from '../useRecordings.ts'
import { CiteChip } from './CiteChip.tsx'

export type MissingProps = {
  answer: AskAnswer
  player: CitationPlayer
  recordings: ReturnType<typeof useRecordings>
  /** Whether one recording was asked. */
  isOfFile: boolean
  /** Asks all recordings, where only one was asked. */
  onLookInAll: (() => void) | undefined
}

/** What the recordings do not say, with what people said about it. */
export function Missing({ answer, player, recordings, isOfFile, onLookInAll }: MissingProps) {
  const t = useTranslations('ask')
  const related = answer.sentences.filter(({ is_related }) => is_related)
  if (answer.missing === null) return null
  return (
    <div role="note" className="mt-4 flex gap-3 rounded-md bg-warn-soft px-3.5 py-3 text-md leading-6">
      <CircleAlert aria-hidden className="mt-1 size-4 flex-none text-warn" />
      <div className="min-w-0 wrap-anywhere">
        <b className="font-[620] text-warn">{t(isOfFile ? 'not_in_recording' : 'not_in_recordings')}</b>{' '}
        <bdi>{answer.missing === '' ? t('missing_all') : answer.missing}</bdi>
        {related.length > 0 && (
          <>
            <p className="mt-1.5">{t('related')}</p>
            <ul className="mt-0.5 grid gap-1">
              {related.map(({ text, citations }) => (
                <li key={text} dir="auto">
                  <q>{text}</q>{' '}
                  {citations.map((citation) => {
                    const row = recordings.byId.get(citation.file_id)
                    return (
                      <CiteChip
                        key={citationKey(citation)}
                        citation={citation}
                        title={row?.filename ?? (recordings.isWhole ? undefined : t('recording'))}
                        showsTitle={!isOfFile}
                        isPlaying={player.playing?.answerId === answer.answer_id && player.playing.key === citationKey(citation)}
                        onToggle={() => player.toggle(answer, citation)}
                      />
                    )
                  })}
                </li>
              ))}
            </ul>
          </>
        )}
        {onLookInAll && (
          <>
            {' '}
            <button
              type="button"
              onClick={onLookInAll}
              className="rounded-sm underline underline-offset-2 hover:decoration-2 pointer-coarse:min-h-11"
            >
              {t('look_in_all')}
            </button>
          </>
        )}
      </div>
    </div>
  )
}
