import { HardDrive } from 'lucide-react'
import { useReadOnly } from '#browser/http/reachability.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/**
 * Shown at the top of the page while the server is out of disk space. The live region is always mounted, so that the message is
 * announced.
 */
export function ReadOnlyBanner() {
  const t = useTranslations('ui')
  const readOnly = useReadOnly()
  return (
    <div role="status">
      {readOnly && (
        <div className="flex items-center justify-center gap-3 bg-warn-soft px-4 py-2 text-sm text-warn">
          <HardDrive aria-hidden className="size-4.5 flex-none" />
          <span className="min-w-0">{t('read_only')}</span>
        </div>
      )}
    </div>
  )
}
