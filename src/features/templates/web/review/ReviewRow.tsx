import { useId, useState } from 'react'
import { seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { REVIEW_COMMENT_MAX, type TemplateDetail } from '../../contract.ts'
import { StatusChip } from '../card/StatusChip.tsx'
import { templateLanguageName } from '../card/templateTexts.ts'
import { TemplateIcon } from '../card/TemplateIcon.tsx'
import { InstructionsBlock } from '../tokens/InstructionsText.tsx'
import { reviewedVersion, useReview } from './useReviews.ts'

/** A submitted template: read in full, then published or rejected with a comment. */
export function ReviewRow({ template }: { template: TemplateDetail }) {
  const t = useTranslations('templates')
  const { date } = useFormat()
  const locale = useLocale()
  const [isRead, setRead] = useState(false)
  const [isRejecting, setRejecting] = useState(false)
  const textId = useId()
  const review = useReview()
  const { status, waiting_version } = template
  const shown = waiting_version ?? template
  const isPublished = status === 'published'
  return (
    <li className="grid grid-cols-1 gap-3 px-4 py-3.5">
      <div className="flex items-start gap-3">
        <TemplateIcon icon={template.icon} color={template.icon_color} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 text-base font-[600]">
            <span className="min-w-0 wrap-anywhere">{shown.name}</span>
            <StatusChip status={status} />
          </p>
          <p className="text-md wrap-anywhere text-ink2">{shown.description}</p>
          <p className="text-sm wrap-anywhere text-ink3">
            {[
              template.author_name,
              template.author_email,
              template.category,
              templateLanguageName(shown.language, locale),
              t('version', { n: reviewedVersion(template) }),
              date(seconds(waiting_version?.created_at ?? template.created_at)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </div>
      {isRead && <InstructionsBlock id={textId} text={shown.content} />}
      {isRejecting ? (
        <RejectForm
          isBusy={review.isBusy}
          isPublished={isPublished}
          onCancel={() => setRejecting(false)}
          onReject={(comment) => void review.run({ template, comment })}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button aria-expanded={isRead} aria-controls={isRead ? textId : undefined} onClick={() => setRead(!isRead)}>
            {isRead ? t('review_hide') : t('review_read')}
          </Button>
          <span className="ml-auto flex flex-wrap gap-2">
            {status !== 'rejected' && (
              <Button disabledReason={review.isBusy && t('review_running')} onClick={() => setRejecting(true)}>
                {isPublished ? t('review_take_down') : t('review_reject')}
              </Button>
            )}
            {!isPublished && (
              <Button
                variant="main"
                busy={review.isBusy}
                // Nothing is published unread.
                disabledReason={!isRead && t('review_read_first')}
                onClick={() => void review.run({ template })}
              >
                {t('review_publish')}
              </Button>
            )}
          </span>
        </div>
      )}
    </li>
  )
}

type RejectFormProps = {
  isBusy: boolean
  isPublished: boolean
  onCancel: () => void
  onReject: (comment: string) => void
}

function RejectForm({ isBusy, isPublished, onCancel, onReject }: RejectFormProps) {
  const t = useTranslations('templates')
  const [comment, setComment] = useState('')
  const [isMissing, setMissing] = useState(false)
  const reject = () => {
    if (comment.trim() === '') setMissing(true)
    else if (!isBusy) onReject(comment.trim())
  }
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        reject()
      }}
    >
      <TextField
        label={t('review_comment')}
        hint={t('review_comment_hint')}
        error={isMissing && comment.trim() === '' && t('review_comment_required')}
        lines={3}
        maxLength={REVIEW_COMMENT_MAX}
        value={comment}
        onChange={setComment}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="danger" busy={isBusy}>
          {isPublished ? t('review_take_down') : t('review_reject')}
        </Button>
      </div>
    </form>
  )
}
