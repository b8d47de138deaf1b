import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Uploads } from '../queue/Uploads.ts'
import { useUploadLimit } from './useUploadLimit.ts'

/** Number of names visible without scrolling. */
const VISIBLE_NAMES = 8

/** Lists the files dropped because of the upload limit (B§5). */
export function DroppedNotice({ dropped, uploads }: { dropped: readonly string[]; uploads: Uploads }) {
  const t = useTranslations('upload')
  const { bytes } = useFormat()
  const limit = useUploadLimit()
  const dismiss = () => uploads.clearDropped()
  return (
    <ConfirmDialog open={dropped.length > 0} title={t('dropped_title')} cancellable={false} onConfirm={dismiss} onClose={dismiss}>
      <p>{t('dropped_text', { size: bytes(limit) })}</p>
      <ul
        // A list that scrolls must be focusable for the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={dropped.length > VISIBLE_NAMES ? 0 : undefined}
        aria-label={t('dropped_title')}
        className="mt-2 grid max-h-60 grid-cols-1 gap-1 overflow-y-auto text-md text-ink"
      >
        {dropped.map((name, index) => (
          <li key={`${index} ${name}`} dir="auto" className="truncate text-left" title={name}>
            {name}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
