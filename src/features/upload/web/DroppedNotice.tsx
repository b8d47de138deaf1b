import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import type { Uploads } from './Uploads.ts'
import { useUploadLimit } from './useUploadLimit.ts'

/** Names that fit without scrolling. */
const AT_ONCE = 8

/** The names that would have carried a selection over the limit (B§5). */
export function DroppedNotice({ dropped, uploads }: { dropped: readonly string[]; uploads: Uploads }) {
  const t = useWords('upload')
  const { bytes } = useFormat()
  const limit = useUploadLimit()
  const read = () => uploads.forgetDropped()
  return (
    <ConfirmDialog open={dropped.length > 0} title={t('dropped_title')} cancellable={false} onConfirm={read} onClose={read}>
      <p>{t('dropped_text', { size: bytes(limit) })}</p>
      <ul
        // More names than one sees at once can be scrolled by the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={dropped.length > AT_ONCE ? 0 : undefined}
        aria-label={t('dropped_title')}
        className="mt-2 grid max-h-60 grid-cols-1 gap-1 overflow-y-auto text-md text-ink"
      >
        {dropped.map((name, at) => (
          <li key={`${at} ${name}`} dir="auto" className="truncate text-left" title={name}>
            {name}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
