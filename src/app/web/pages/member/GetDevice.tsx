import { useServerFacts } from '#features/site/web.tsx'
import { paths } from '#kit/paths.ts'
import { buttonClass } from '#ui/buttonClass.ts'
import type { ButtonSize } from '#ui/buttonClass.ts'
import { PageLink } from '#ui/PageLink.tsx'
import { useWords } from '#ui/words.ts'

/** A link to get a device: the main site of the product (A§2), or the page about devices when there is none. */
export function GetDevice({ size = 'md', className = '' }: { size?: ButtonSize; className?: string }) {
  const t = useWords('pages')
  const site = useServerFacts()?.main_site
  const look = `${buttonClass({ variant: 'main', size })} ${className}`
  if (!site) {
    return (
      <PageLink to={paths.buyDetail()} className={look}>
        {t('member_get_device')}
      </PageLink>
    )
  }
  return (
    <a href={site} target="_blank" rel="noopener noreferrer" className={look}>
      {t('member_get_device')}
    </a>
  )
}
