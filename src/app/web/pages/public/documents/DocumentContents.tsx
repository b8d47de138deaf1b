import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { DocumentNode } from './documentTree.ts'

/** Documents with fewer sections have no table of contents. */
const MIN_SECTIONS = 5

/** The table of contents of a long document. */
export function DocumentContents({ pieces }: { pieces: readonly DocumentNode[] }) {
  const t = useTranslations('pages')
  const sections = pieces.flatMap((piece) =>
    typeof piece !== 'string' && piece.tag === 'h2' && piece.id ? [{ id: piece.id, title: getText(piece) }] : [],
  )
  if (sections.length < MIN_SECTIONS) return null
  return (
    <nav aria-label={t('document_contents')} className="mt-6 border-y border-line py-4 text-md print:hidden">
      <p className="mb-1 text-sm font-[560] text-ink2">{t('document_contents')}</p>
      <ul className="sm:columns-2 sm:gap-8">
        {sections.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <a
              href={`#${id}`}
              className="block rounded-sm py-1 text-accent underline-offset-2 hover:underline pointer-coarse:py-2.5"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const getText = (piece: DocumentNode): string =>
  typeof piece === 'string' ? piece : (piece.children ?? []).map(getText).join('')
