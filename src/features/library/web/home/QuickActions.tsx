import { Mic, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStartRecording } from '#features/recorder/web.tsx'
import { useOpenUpload } from '#features/upload/web.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Cards to record and to upload. */
export function QuickActions() {
  const t = useTranslations('library')
  const openUpload = useOpenUpload()
  return (
    <div className="grid grid-cols-2 gap-3.5 max-sm:gap-2.5">
      <button type="button" onClick={useStartRecording()} className={CARD_CLASS}>
        <CardContent icon={<Mic aria-hidden />} isPrimary title={t('record')} hint={t('record_hint')} />
      </button>
      <button type="button" onClick={() => openUpload()} className={CARD_CLASS}>
        <CardContent icon={<Upload aria-hidden />} title={t('upload')} hint={t('upload_hint')} />
      </button>
    </div>
  )
}

const CARD_CLASS =
  'flex min-h-20 min-w-0 items-center gap-3.5 rounded-lg border border-line bg-raised px-4.5 py-3 text-left transition-colors ' +
  'hover:border-edge max-sm:min-h-14 max-sm:gap-3 max-sm:p-3'

type CardContentProps = { icon: ReactNode; title: string; hint: string; isPrimary?: boolean }

/** The content of a card. On phones the hint is hidden. */
function CardContent({ icon, title, hint, isPrimary = false }: CardContentProps) {
  return (
    <>
      <span
        className={classes(
          'grid size-9 flex-none place-items-center rounded-md [&_svg]:size-4.5',
          isPrimary ? 'bg-signal-soft text-signal' : 'bg-accent-soft text-accent',
        )}
      >
        {icon}
      </span>
      <span className="grid min-w-0 gap-0.5">
        <span className="text-base font-[600] max-sm:leading-5">{title}</span>
        <span className="text-sm text-ink2 max-sm:hidden">{hint}</span>
      </span>
    </>
  )
}
