import type { ToOptions } from '@tanstack/react-router'
import { Link, useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { APP_NAMES } from '../../rules.ts'
import { Connections } from '../settings/Connections.tsx'
import { useAccessGuard } from '#features/devices/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { openDesktopProgram, useOffers, useServerSettings } from '#features/site/web.tsx'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { TEXT_LINK_CLASS } from '#ui/link/textLinkClass.ts'
import { API_URL } from '#browser/http/apiUrl.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useRedDots } from '#browser/storage/redDots.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** The integrations of Earshot (A§2 "explore"). Shown instead of the page while the hash is `#integration`. */
export function ExplorePanel() {
  const t = useTranslations('integrations')
  const { guard } = useAccessGuard()
  const { hasPrograms } = useOffers()
  const navigate = useNavigate()
  const openPageBehind = () => void navigate({ to: '.', search: true })
  usePageTitle(t('explore_title'))
  useMarkSeen()
  return (
    <div className="grid max-w-[60rem] grid-cols-1 content-start gap-6 px-12 py-9 max-md:px-6 max-sm:px-4 max-sm:py-5">
      <header className="flex items-start justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl font-[640] tracking-[-0.02em]">{t('explore_title')}</h1>
          <h2 className="text-base text-ink2">{t('explore_lead')}</h2>
        </div>
        <IconButton label={t('explore_close')} icon={<X aria-hidden />} side="left" onClick={openPageBehind} />
      </header>
      <div className="-mb-3.5 gap-3.5 md:columns-2">
        <Card title={t('explore_other_apps')} text={t('explore_zapier')}>
          {/* The headings repeat the title of the card. */}
          <div className="w-full [&_h4]:sr-only">
            <Connections />
          </div>
          <Link to="/zapier-doc" className={TEXT_LINK_CLASS}>
            {t('auth_page', { program: APP_NAMES.zapier })}
          </Link>
        </Card>
        {hasPrograms && (
          <Card title={t('explore_desktop_title')} text={t('explore_desktop')}>
            <Button onClick={() => guard(openDesktopProgram)}>{t('explore_record')}</Button>
            <Button onClick={() => openDialog('download')}>{t('explore_download')}</Button>
          </Card>
        )}
        <Card title={t('explore_data_title')} text={t('explore_data')}>
          <Button onClick={() => openDialog('settings', { pane: 'privacy' })}>{t('explore_data_open')}</Button>
        </Card>
        <Card title={t('explore_api_title')} text={t('explore_api')}>
          <a href={`${API_URL}/openapi.json`} target="_blank" rel="noopener" className={buttonClass()}>
            {t('explore_api_open')}
          </a>
        </Card>
        <HelpCard />
      </div>
    </div>
  )
}

/** Links to the help pages and the help center of the operator. */
function HelpCard() {
  const t = useTranslations('integrations')
  const tSite = useTranslations('site')
  const help = useServerSettings()?.help
  const pages: readonly [ToOptions, string][] = [
    [{ to: '/audiouploadintro' }, tSite('doc_audiouploadintro')],
    [{ to: '/transdetail' }, tSite('doc_transdetail')],
    [{ to: '/common', search: { from: 'web' } }, tSite('doc_common')],
    [{ to: '/appfaq' }, tSite('doc_questions')],
  ]
  return (
    <Card title={t('explore_help_centre')} text={t('explore_help')}>
      <ul className="grid gap-1.5">
        {pages.map(([link, name]) => (
          <li key={link.to}>
            <Link {...link} className={TEXT_LINK_CLASS}>
              {name}
            </Link>
          </li>
        ))}
        {help && (
          <li>
            <a href={help} target="_blank" rel="noopener noreferrer" className={TEXT_LINK_CLASS}>
              {t('explore_help_centre')}
            </a>
          </li>
        )}
      </ul>
    </Card>
  )
}

function Card({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="mb-3.5 grid break-inside-avoid grid-cols-1 content-start gap-2 rounded-lg border border-line bg-raised p-5"
    >
      <h3 className="text-base font-[620]">{title}</h3>
      <p className="text-md text-pretty text-ink2">{text}</p>
      <div className="flex flex-wrap items-center gap-2 pt-1.5">{children}</div>
    </section>
  )
}

/** Removes the red dot of the connections once the panel is shown (A§4). */
function useMarkSeen(): void {
  const { flags, update } = useRedDots(useMe()?.id)
  useEffect(() => {
    if (flags.automation) update({ automation: false })
  }, [flags.automation, update])
}
