import { useShownTokens } from './useShownTokens.ts'

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
