import { readFileSync } from 'node:fs'

type Settings = { readonly settings: Record<string, string>; readonly problems: string[] }

/**
 * Reads the named settings from an environment. An empty value counts as absent. `NAME_FILE` names a file whose trimmed text is
 * the value, because secrets are mounted into containers as files.
 */
export const readSettings = (env: Readonly<Record<string, string | undefined>>, names: readonly string[]): Settings => {
  const settings: Record<string, string> = {}
  const problems: string[] = []
  for (const name of names) {
    const direct = env[name]?.trim()
    const file = env[`${name}_FILE`]?.trim()
    if (direct && file) problems.push(`${name} and ${name}_FILE are both set: keep one of them.`)
    else if (direct) settings[name] = direct
    else if (file) {
      const value = readFileText(file)
      if (value) settings[name] = value
      else problems.push(`${name}_FILE names ${file}, which ${value === null ? 'cannot be read' : 'is empty'}.`)
    }
  }
  return { settings, problems }
}

function readFileText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
