import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useServerSettings } from '#features/site/web.tsx'
import { buttonClass } from '#ui/button/Button.tsx'

export type ShopLinkProps = {
  /** The product page of the pen, or the home page of the shop (A§2 get-device opens the main site). */
  to: 'pen' | 'main'
  onClick: () => void
  children: ReactNode
}

/** A link to the operator's shop for recorders in a new tab. Renders nothing when there is no shop. */
export function ShopLink({ to, onClick, children }: ShopLinkProps) {
  const mainSite = useServerSettings()?.main_site
  if (!mainSite) return null
  return (
    <a
      href={to === 'pen' ? penPageUrl(mainSite) : mainSite}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onClick}
      className={buttonClass({ variant: 'main' })}
    >
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
