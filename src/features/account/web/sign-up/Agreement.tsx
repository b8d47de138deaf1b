import { paths } from '#shared/paths.ts'
import { basePath } from '#browser/page/basePath.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Shown above every button that creates an account. The links open in a new tab, so that no input is lost. */
export function Agreement() {
  const t = useTranslations('account')
  const links = new Map([
    [TERMS, { to: paths.userAgreement(), name: t('user_agreement') }],
    [PRIVACY, { to: paths.privacy(), name: t('privacy_policy') }],
  ])
  return (
    <p className="text-sm text-pretty text-ink2">
      {t('agree', { terms: TERMS, privacy: PRIVACY })
        .split(/(\[\[\w+\]\])/)
        .map((part) => {
          const link = links.get(part)
          if (!link) return part
          return (
            <a
              key={part}
              href={basePath + link.to}
              target="_blank"
              rel="noopener"
              className="rounded-sm text-ink underline decoration-edge underline-offset-2 hover:decoration-current"
            >
              {link.name}
            </a>
          )
        })}
    </p>
  )
}

// Placeholders, because each language puts the links at another place in the sentence.
const TERMS = '[[terms]]'
const PRIVACY = '[[privacy]]'
