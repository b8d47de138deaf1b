import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#ui/button/buttonClass.ts'
import { PageLink } from '#ui/link/PageLink.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAppLocation } from '../../routing/appLocation.ts'

/** The link from a recording back to its list, for screens that fit only one of them. `children` are shown next to the link. */
export function BackToListLink({ children }: { children?: ReactNode }) {
  const t = useTranslations('app')
  const { list } = useAppLocation()
  return (
    <div className="flex flex-none items-center border-b border-line px-2 py-1 md:hidden">
      <PageLink to={paths.fileList({ ...list })} className={buttonClass({ variant: 'quiet' })}>
        <ChevronLeft aria-hidden />
        {t('back_to_list')}
      </PageLink>
      {children}
    </div>
  )
}
