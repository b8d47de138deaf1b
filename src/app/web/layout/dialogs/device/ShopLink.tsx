import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#ui/button/buttonClass.ts'
import { PageLink } from '#ui/link/PageLink.tsx'

export type ShopLinkProps = {
  /** The URL of the shop. Null: the link leads to our own page about buying a device. */
  mainSite: string | null
  /** The product page of the pen, or the home page of the shop (A§2 get-device opens the main site). */
  to: 'pen' | 'main'
  onClick: () => void
  children: ReactNode
}

/** A link styled as a button that opens the shop for recorders in a new tab. */
export function ShopLink({ mainSite, to, onClick, children }: ShopLinkProps) {
  const linkClass = buttonClass({ variant: 'main' })
  const href = mainSite && (to === 'pen' ? penPageUrl(mainSite) : mainSite)
  if (!href)
    return (
      <PageLink to={paths.buyDetail()} onClick={onClick} className={linkClass}>
        {children}
      </PageLink>
    )
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" onClick={onClick} className={linkClass}>
      {children}
      <ExternalLink aria-hidden />
    </a>
  )
}

/** Appends `/pen` to the path of the main site. */
function penPageUrl(mainSite: string): string {
  const { origin, pathname } = new URL(mainSite)
  return `${origin}${pathname.replace(/\/+$/, '')}/pen`
}
