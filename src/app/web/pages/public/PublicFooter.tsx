import { useServerSettings } from '#features/site/web.tsx'
import { paths } from '#shared/paths.ts'
import { PageLink } from '#ui/link/PageLink.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** The footer of public pages: links to all documents and the name of the operator. */
export function PublicFooter() {
  const t = useTranslations('pages')
  const operator = useServerSettings()?.operator
  const links = [
    [paths.help(), t('doc_appfaq')],
    [paths.uploadIntro(), t('doc_audiouploadintro')],
    [paths.transcriptionDetail(), t('doc_transdetail')],
    [paths.templatesHelp(), t('doc_common')],
    [paths.userDetail(), t('doc_userdetail')],
    [paths.buyDetail(), t('doc_buydetail')],
    [paths.zapierDoc(), t('doc_zapier')],
    [paths.privacy(), t('doc_privacy')],
    [paths.userAgreement(), t('doc_user_agreement')],
    [paths.cookiePolicy(), t('doc_cookie_policy')],
  ] as const
  return (
    <footer data-navigation="" className="flex-none border-t border-line bg-sunken text-sm text-ink2 print:hidden">
      <div className="mx-auto grid max-w-[75rem] gap-4 px-4 py-6 sm:px-6">
        <nav aria-label={t('documents')}>
          <ul className="flex flex-wrap gap-x-6">
            {links.map(([to, label]) => (
              <li key={to}>
                <PageLink
                  to={to}
                  className="inline-flex min-h-8 items-center rounded-sm underline-offset-2 hover:text-ink hover:underline pointer-coarse:min-h-11"
                >
                  {label}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
        {/* Reserves its space before the name is loaded. */}
        <p className={operator ? undefined : 'invisible'}>
          {operator?.name ? t('operator_is', { name: operator.name }) : t('operator_unnamed_line')}
        </p>
      </div>
    </footer>
  )
}
