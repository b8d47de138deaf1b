import { z } from 'zod'
import { SETTING_GROUPS } from '#platform/config/settings.ts'

const HEAD = `# Configuration

All settings are environment variables and optional. Add \`_FILE\` to a name to read the value from a file. A wrong setting stops the start with one sentence for each problem.

This page is made from \`src/platform/config\` by \`npm run docs\`.
`

/** Returns docs/configuration.md: every setting with its default and its description, in groups. */
export const configurationPage = (): string =>
  `${[HEAD, ...SETTING_GROUPS.map(({ title, settings }) => sectionOf(title, settings))].join('\n')}`

function sectionOf(title: string, settings: Readonly<Record<string, z.ZodType>>): string {
  const rows = Object.entries(settings).map(
    ([name, schema]) => `| \`${name}\` | ${defaultOf(schema)} | ${descriptionOf(name, schema)} |`,
  )
  return [`## ${title}`, '', '| name | default | meaning |', '|---|---|---|', ...rows, ''].join('\n')
}

function descriptionOf(name: string, schema: z.ZodType): string {
  if (!schema.description) throw new Error(`${name} has no description: add .describe('…') in src/platform/config`)
  return schema.description.replaceAll('|', String.raw`\|`)
}

/** The default in the schema, the description of the default (`unset`), or "none". */
function defaultOf(schema: z.ZodType): string {
  const unset = z.globalRegistry.get(schema)?.['unset']
  if (typeof unset === 'string') return unset
  return String(findDefault(schema) ?? 'none')
}

function findDefault(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodDefault) return schema.def.defaultValue
  if (schema instanceof z.ZodPipe) return findDefault(schema.in as z.ZodType)
  return undefined
}
