import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { TOKENS, type ShownTokens, type TokenLabels, showTokensAs } from './tokens.ts'

/** Returns the fields with their labels in the language of the page. */
export function useShownTokens(): ShownTokens {
  const t = useTranslations('templates')
  return showTokensAs(Object.fromEntries(TOKENS.map((token) => [token, t(`token_${token}`)])) as TokenLabels)
}

/** Instructions, to be read: their fields are chips in the language of the reader. */
export function InstructionsText({ text }: { text: string }) {
  const { split, toShown } = useShownTokens()
  return split(toShown(text)).map(({ kind, text: part, start }) =>
    kind === 'token' ? (
      <span key={start} className="rounded-sm bg-accent-soft px-1 text-accent">
        {part.slice(2, -2)}
      </span>
    ) : (
      part
    ),
  )
}

/** All instructions of a template, to be read. */
export const InstructionsBlock = ({ text, id, className }: { text: string; id?: string; className?: string }) => (
  <p id={id} className={classes('rounded-md bg-sunken px-3.5 py-3 text-md whitespace-pre-wrap wrap-anywhere', className)}>
    <InstructionsText text={text} />
  </p>
)
