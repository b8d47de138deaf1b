import { paths } from '#kit/paths.ts'
import { basePath } from '#ui/basePath.ts'
import { useWords } from '#ui/words.ts'

/** What making an account agrees to; stands above every button that makes one. The links open beside, so nothing typed is lost. */
export function Agreement() {
  const t = useWords('account')
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

// Each language puts the links where its sentence wants them.
const TERMS = '[[terms]]'
const PRIVACY = '[[privacy]]'
