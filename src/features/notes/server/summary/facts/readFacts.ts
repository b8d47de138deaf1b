import { type CompiledRules, compileRules } from './compileRules.ts'
import type { Fact } from './Fact.ts'
import { rulesOf } from './languages/rulesOf.ts'
import { readClock } from './readClock.ts'
import { readDays, readNumericDates } from './readDays.ts'
import { readQuantities } from './readQuantities.ts'
import { scanHan } from './scanHan.ts'
import { scanHangul } from './scanHangul.ts'
import { scanSpaced } from './scanSpaced.ts'
import { foldSpeech } from './ScannedText.ts'

const compiledRules = new Map<string, CompiledRules>()

/** Returns the rules of a language (ISO 639-1). For languages other than the ten, only digits and symbols are read. */
export function compiledRulesOf(language: string): CompiledRules {
  const rules = rulesOf(language)
  const known = compiledRules.get(rules.name) ?? compileRules(rules)
  compiledRules.set(rules.name, known)
  return known
}

/** Returns the numbers, times and dates in a text by value, however they are written or spoken. */
export function readFacts(text: string, language: string): Fact[] {
  const compiled = compiledRulesOf(language)
  const { rules, words } = compiled
  const folded = foldSpeech(text)
  const { text: rest, dates } = readNumericDates(rules.prepare?.(folded) ?? folded)
  const scanned = rules.script === 'han' ? scanHan(rest) : rules.script === 'hangul' ? scanHangul(rest) : scanSpaced(rest, words)
  return [...dates, ...readClock(scanned, compiled), ...readDays(scanned, compiled), ...readQuantities(scanned, compiled)]
}
