import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useServerSettings } from '#features/site/web.tsx'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'

export type ShopLinkProps = {
  /** The product page of the pen, or the home page of the shop (A§2 get-device opens the main site). */
  to: 'pen' | 'main'
  onClick: () => void
  children: ReactNode
}

/** A link to the operator's shop for recorders in a new tab, or to our own page about buying a device if there is none. */
export function ShopLink({ to, onClick, children }: ShopLinkProps) {
  const mainSite = useServerSettings()?.main_site
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

type OfferCardProps = { icon: ReactNode; title: string; text: string; children?: ReactNode }

/** A card with icon, title and text. `children` are the actions below them. */
export function OfferCard({ icon, title, text, children }: OfferCardProps) {
  return (
    <section className="flex flex-col gap-1 rounded-lg border border-line bg-sunken p-4">
      <span className="text-accent [&_svg]:size-6">{icon}</span>
      <h3 className="pt-1 text-base font-[600] text-ink">{title}</h3>
      <p className="flex-1 text-md text-ink2">{text}</p>
      {children && <div className="flex pt-3">{children}</div>}
    </section>
  )
}
