import { ExternalLink } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/buttonClass.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslations } from '#ui/words.ts'

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
