import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#kit/paths.ts'
import { buttonClass } from '#ui/buttonClass.ts'
import { PageLink } from '#ui/PageLink.tsx'

export type PenLinkProps = {
  /** Where devices are sold; null: our own page about buying one stands in. */
  mainSite: string | null
  /** The page of the pen, or the site as it is (A§2 get-device opens the main site). */
  to: 'pen' | 'main'
  onClick: () => void
  children: ReactNode
}

/** A button that leads to where a recorder is bought, in a new tab. */
export function PenLink({ mainSite, to, onClick, children }: PenLinkProps) {
  const look = buttonClass({ variant: 'main' })
  const href = mainSite && (to === 'pen' ? penPage(mainSite) : mainSite)
  if (!href)
    return (
      <PageLink to={paths.buyDetail()} onClick={onClick} className={look}>
        {children}
      </PageLink>
    )
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" onClick={onClick} className={look}>
      {children}
      <ExternalLink aria-hidden />
    </a>
  )
}

/** `/pen` below the main site, whatever path that has itself. */
function penPage(mainSite: string): string {
  const { origin, pathname } = new URL(mainSite)
  return `${origin}${pathname.replace(/\/+$/, '')}/pen`
}
