import { ExternalLink } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { buttonClass } from '#ui/button/buttonClass.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type AnnouncementDialogProps = {
  announcement: { title: string; text: string; link: string | null }
  onClose: () => void
}

/** Shows title, text with its line breaks, and a "read more" link, which is shown only for a safe https URL. */
export function AnnouncementDialog({ announcement: { title, text, link }, onClose }: AnnouncementDialogProps) {
  const t = useTranslations('pages')
  const tUi = useTranslations('ui')
  const safeLink = link !== null && isSafeLink(link) ? link : undefined
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant={safeLink ? 'quiet' : 'main'} onClick={onClose}>
            {tUi('close')}
          </Button>
          {safeLink && (
            <a
              href={safeLink}
              target="_blank"
              rel="noopener noreferrer"
              onClick={onClose}
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
