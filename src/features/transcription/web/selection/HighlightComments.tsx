import { MessageSquareText, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { CommentField } from './CommentField.tsx'
import type { Highlighting, TranscriptHighlight } from './highlighting.ts'

/** The highlights that begin in a segment, below its text: their comments, with buttons that change and remove them. */
export function HighlightComments({
  highlights,
  highlighting,
}: {
  highlights: readonly TranscriptHighlight[]
  highlighting: Highlighting
}) {
  return (
    <ul className="col-start-2 mt-1 grid gap-1 @min-[40rem]/rows:group-data-speakers/row:col-start-3">
      {highlights.map((highlight) => (
        <HighlightComment key={highlight.id} highlight={highlight} highlighting={highlighting} />
      ))}
    </ul>
  )
}

function HighlightComment({ highlight, highlighting }: { highlight: TranscriptHighlight; highlighting: Highlighting }) {
  const t = useTranslations('transcription')
  const [isEditing, setEditing] = useState(false)
  if (isEditing) {
    return (
      <li>
        <CommentField
          initial={highlight.comment}
          onCancel={() => setEditing(false)}
          onSave={(comment) => {
            highlighting.changeComment(highlight.id, comment)
            setEditing(false)
          }}
        />
      </li>
    )
  }
  return (
    <li className="group flex items-start gap-1 text-sm leading-6 text-ink2">
      <MessageSquareText aria-hidden className="mt-1 mr-1 size-4 flex-none text-ink3" />
      <span className="min-w-0 flex-1 break-words">{highlight.comment || t('highlighted')}</span>
      <IconButton
        size="sm"
        label={highlight.comment ? t('comment_edit') : t('comment_add')}
        icon={<Pencil aria-hidden />}
        onClick={() => setEditing(true)}
      />
      <IconButton
        size="sm"
        label={t('highlight_remove')}
        icon={<X aria-hidden />}
        onClick={() => highlighting.remove(highlight.id)}
      />
    </li>
  )
}
