import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { WorkList } from '../sync/WorkList.tsx'
import type { WorkListProps } from '../sync/WorkList.tsx'

/** The running and failed uploads and tasks on the home page with their actions (B§2). */
export function ActiveWork(props: WorkListProps) {
  const t = useTranslations('library')
  return (
    <section aria-labelledby="underway" className="grid grid-cols-1 gap-2.5">
      <h2 id="underway" className="text-base font-[640]">
        {t('sync_title')}
      </h2>
      <div className="overflow-hidden rounded-lg border border-line bg-raised">
        <WorkList {...props} />
      </div>
    </section>
  )
}
