/** Lists every wrong setting, one sentence each. The start command prints them and exits with CONFIG_EXIT_CODE. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** EX_CONFIG of sysexits. Supervisors take it as "restarting will not help". */
export const CONFIG_EXIT_CODE = 78
