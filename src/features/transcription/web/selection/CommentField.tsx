import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { TextField } from '#ui/form/TextField.tsx'

/** A field for a comment: Enter saves, Esc cancels. */
export function CommentField({
  initial = '',
  onSave,
  onCancel,
}: {
  initial?: string
  onSave: (comment: string) => void
  onCancel: () => void
}) {
  const t = useTranslations('transcription')
  const [comment, setComment] = useState(initial)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSave(comment.trim())
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <TextField
      // The user has just asked for the field.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      hideLabel
      label={t('comment')}
      placeholder={t('comment')}
      maxLength={5000}
      autoComplete="off"
      className="w-80 max-w-full"
      value={comment}
      onChange={setComment}
      onKeyDown={handleKeyDown}
    />
  )
}
