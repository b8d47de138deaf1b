import type { SectionKind, UsedTemplate } from '../../contract.ts'
import { splitInstructions } from '../../rules.ts'
import { guessSectionKind } from './guessSectionKind.ts'
import { toPlainText } from './plainText.ts'

export type TemplateSection = { readonly kind: SectionKind; readonly heading: string; readonly instruction: string }

/** The structure of a summary. The name and the headings are in the language of the summary. */
export type SummaryTemplate = UsedTemplate & { readonly preamble: string; readonly sections: readonly TemplateSection[] }

/** The values of the placeholders in a template. */
export type RecordingFacts = {
  readonly speakers: readonly string[]
  /** The date of the recording, formatted in the language of the summary. */
  readonly date: string
  /** The duration of the recording, such as `48:07`. */
  readonly length: string
  readonly title: string
  /** The name of the spoken language. */
  readonly language: string
}

/** Returns the part of a template that is stored with a summary. */
export const usedTemplate = ({ id, type, name }: SummaryTemplate): UsedTemplate => ({ id, type, name: toPlainText(name) })

const MAX_SECTIONS = 24
const MAX_HEADING = 120

/**
 * Parses the sections of a custom template. A line that starts with # is a heading, and the text below it is the instruction of its
 * section. Text before the first heading applies to all sections. A template without headings is one section.
 */
export function parseTemplate({ id, type, name, content }: UsedTemplate & { readonly content: string }): SummaryTemplate {
  const { preamble, sections: parts } = splitInstructions(content)
  const plainName = toPlainText(name)
  const sections = parts.slice(0, MAX_SECTIONS).flatMap((part) => {
    const heading = toHeading(part.heading)
    return heading === '' ? [] : [{ kind: guessSectionKind(heading), heading, instruction: part.instruction }]
  })
  if (sections.length > 0) return { id, type, name: plainName, preamble, sections }
  const heading = toHeading(plainName)
  return { id, type, name: plainName, preamble: '', sections: [{ kind: 'text', heading, instruction: content.trim() }] }
}

const toHeading = (line: string): string =>
  toPlainText(line.replace(/#+[ \t]*$/u, '').replaceAll(/[*_`~|]/g, ''))
    .replace(/[:：]$/u, '')
    .slice(0, MAX_HEADING)
    .trim()

/** Returns the template with `{{Speakers}}`, `{{Date}}`, `{{Length}}`, `{{Title}}` and `{{Language}}` filled in. */
export function fillTokens(template: SummaryTemplate, facts: RecordingFacts): SummaryTemplate {
  const values: Readonly<Record<string, string>> = { ...facts, speakers: facts.speakers.join(', ') }
  const fill = (text: string) =>
    text.replaceAll(/\{\{\s*(\w+)\s*\}\}/gu, (token, name: string) => {
      const value = values[name.toLowerCase()]
      return value === undefined ? token : toPlainText(value)
    })
  return {
    ...template,
    name: fill(template.name),
    preamble: fill(template.preamble),
    sections: template.sections.map(({ kind, heading, instruction }) => ({
      kind,
      heading: fill(heading).slice(0, MAX_HEADING),
      instruction: fill(instruction),
    })),
  }
}
