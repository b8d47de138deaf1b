import { ExternalLink } from 'lucide-react'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { STORAGE_KEYS } from '#browser/storage/storage.ts'
import { useShowOnce } from '#browser/storage/useShowOnce.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    announcement: { announcement: { id: string; title: string; text: string; link: string | null } }
  }
}

/**
 * Shows the title, the text with its line breaks, and a "read more" link if it is a safe https URL. Closing it marks it as seen.
 */
export function AnnouncementDialog({ open, onClose, announcement: { id, title, text, link } }: DialogProps<'announcement'>) {
  const t = useTranslations('site')
  const tUi = useTranslations('ui')
  const { markSeen } = useShowOnce(STORAGE_KEYS.announcements, id)
  const close = () => {
    markSeen()
    onClose()
  }
  const safeLink = link !== null && isSafeLink(link) ? link : undefined
  return (
    <Dialog
      open={open}
      size="small"
      onClose={close}
      title={title}
      footer={
        <>
          <Button variant={safeLink ? 'quiet' : 'main'} onClick={close}>
            {tUi('close')}
          </Button>
          {safeLink && (
            <a
              href={safeLink}
              target="_blank"
              rel="noopener noreferrer"
              onClick={close}
              className={buttonClass({ variant: 'main' })}
            >
              {t('announcement_more')}
              <ExternalLink aria-hidden />
            </a>
          )}
        </>
      }
    >
      <p className="text-base break-words whitespace-pre-line text-ink2">{text}</p>
    </Dialog>
  )
}

function isSafeLink(link: string): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, username, password } = new URL(link)
  return protocol === 'https:' && !username && !password
}
