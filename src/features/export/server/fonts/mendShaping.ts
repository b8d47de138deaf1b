type Run = { glyphs: { id: number; codePoints: number[] }[]; positions: unknown[] }
type Rule = (this: unknown, ...parameters: unknown[]) => boolean
type Processor = { applyContext: Rule; applyChainingContext: Rule; applyLookup: Rule }
/** What of fontkit is mended. It is not part of its types. */
type ShapingFont = {
  layout: (...parameters: unknown[]) => Run
  readonly _layoutEngine: { readonly engine: { GSUBProcessor: Processor | null; GPOSProcessor: Processor | null } | null }
}

/**
 * Makes fontkit shape what OpenType allows. Its rules throw where a font has none for a letter, or a mark has no place on a letter
 * (Khmer, Gujarati, Malayalam, Gurmukhi): such a rule does not apply. Characters that are not shown, such as the joiner of Persian, are
 * drawn as a space, and as a box in a font without a space: they are left out there.
 */
export function mendShaping(shaped: object): void {
  const font = shaped as ShapingFont
  const { engine } = font._layoutEngine
  for (const processor of [engine?.GSUBProcessor, engine?.GPOSProcessor])
    for (const name of ['applyContext', 'applyChainingContext', 'applyLookup'] as const)
      if (processor) processor[name] = withoutMissingRules(processor[name])
  const layout = font.layout.bind(font)
  font.layout = (...parameters) => {
    const run = layout(...parameters)
    const isShown = run.glyphs.map(({ id, codePoints }) => id !== 0 || codePoints[0] !== SPACE)
    run.glyphs = run.glyphs.filter((_, index) => isShown[index])
    run.positions = run.positions.filter((_, index) => isShown[index])
    return run
  }
}

const SPACE = 0x20

const withoutMissingRules = (apply: Rule): Rule =>
  function (...parameters) {
    try {
      return apply.apply(this, parameters)
    } catch (error) {
      if (error instanceof TypeError) return false
      throw error
    }
  }
