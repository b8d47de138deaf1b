import { readFileSync } from 'node:fs'

/** Returns the environment variables of the process. Only this function reads them; other code gets a `Config`. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env

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
    if (direct && file) problems.push(`${name} and ${name}_FILE are both set: remove one of them.`)
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

/** Lists every wrong setting, one sentence each. The start command prints them and exits with CONFIG_EXIT_CODE. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** EX_CONFIG of sysexits. Supervisors understand that restarting will not help. */
export const CONFIG_EXIT_CODE = 78

/** Sets environment variables that are not set, for this process and those it starts. */
export const setDefaults = (settings: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(settings))
    if (!process.env[name] && !process.env[`${name}_FILE`]) process.env[name] = value
}
