import { useNavigate } from '@tanstack/react-router'
import { Copy, NotebookPen, RotateCcw } from 'lucide-react'
import type { ReactElement } from 'react'
import { copyText } from '#browser/page/copyText.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { Menu, MenuItem } from '#ui/menu/Menu.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import type { AskAnswer } from '../../contract.ts'
import { ask } from '../askClient.ts'
import { citationsOf, citedRecordings } from '../citations.ts'
import type { useRecordings } from '../useRecordings.ts'
import { answerToCopy } from './answersToCopy.ts'

export type AnswerActionsProps = {
  threadId: string
  answer: AskAnswer
  recordings: ReturnType<typeof useRecordings>
  onRetry: (() => void) | undefined
}

/** What can be done with a finished answer, and how many places it cites. */
export function AnswerActions({ threadId, answer, recordings, onRetry }: AnswerActionsProps) {
  const t = useTranslations('ask')
  const toast = useToast()
  const cited = citedRecordings(answer).filter((id) => recordings.byId.has(id))
  const copy = async () => {
    try {
      await copyText(answerToCopy(answer, (id) => recordings.byId.get(id)?.filename ?? t('recording')))
      toast.show(t('copied'))
    } catch {
      toast.error(t('copy_failed'))
    }
  }
  const count = citationsOf(answer).length
  return (
    <div className="mt-3 -ml-3 flex flex-wrap items-center gap-x-1 gap-y-1">
      {answer.sentences.length > 0 && (
        <Button variant="quiet" size="sm" icon={<Copy aria-hidden />} onClick={() => void copy()}>
          {t('copy')}
        </Button>
      )}
      {onRetry && (
        <Button variant="quiet" size="sm" icon={<RotateCcw aria-hidden />} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      <SaveAsNote threadId={threadId} answer={answer} cited={cited} recordings={recordings} />
      {count > 0 && (
        <small className="ms-auto text-sm text-ink2">
          {t('cited', {
            citations: t('citations', { count }),
            recordings: t('recordings', { count: citedRecordings(answer).length }),
          })}
        </small>
      )}
    </div>
  )
}

type SaveAsNoteProps = Omit<AnswerActionsProps, 'onRetry'> & { cited: readonly string[] }

/** Saves the answer in the recording that it cites; of several, the user chooses one. */
function SaveAsNote({ threadId, answer, cited, recordings }: SaveAsNoteProps) {
  const t = useTranslations('ask')
  const navigate = useNavigate()
  const note = useAction(
    (fileId: string) =>
      ask.saveAsNote({ params: { thread_id: threadId, answer_id: answer.answer_id }, body: { file_id: fileId } }),
    {
      failure: t('save_note_failed'),
      calls: [ask.saveAsNote],
      refusals: { tooManyNotes: { warning: t('too_many_notes') }, notCited: { warning: t('not_cited') } },
      success: (_, fileId) => ({
        text: t('saved_note'),
        action: { label: t('open'), run: () => void navigate({ to: '/file/$id', params: { id: fileId } }) },
      }),
    },
  )
  const button = (props: { onClick?: () => void }): ReactElement => (
    <Button variant="quiet" size="sm" icon={<NotebookPen aria-hidden />} busy={note.isBusy} {...props}>
      {t('save_note')}
    </Button>
  )
  const [only] = cited
  if (only === undefined) return null
  if (cited.length === 1) return button({ onClick: () => void note.run(only) })
  return (
    <Menu align="start" trigger={button({})}>
      {cited.map((id) => (
        <MenuItem key={id} onSelect={() => void note.run(id)}>
          <bdi>{t('save_note_in', { title: recordings.byId.get(id)?.filename ?? t('recording') })}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}
