import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

const LINE_WIDTHS = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-10/12', 'w-full', 'w-3/5']

/** The skeleton of a document, as high as the window, so that the footer does not visibly move when the text is loaded. */
export function DocumentSkeleton() {
  const t = useTranslations('ui')
  return (
    <div role="status" className="mx-auto min-h-dvh w-full max-w-read px-4 pt-8 pb-16 sm:px-6">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-9 w-3/5" />
      <Skeleton className="mt-3 h-4 w-2/5" />
      <div className="mt-8 grid gap-3.5">
        {LINE_WIDTHS.map((width, index) => (
          <Skeleton key={index} className={`h-3.5 ${width}`} />
        ))}
      </div>
    </div>
  )
}
