import type { TestProject } from './testProject.ts'

type Finding = { rule: string; from: string; to: string }

/** Checks the imports in these folders of a project. Returns the violations and the names of all rules. */
export function checkDependencies(project: TestProject, ...folders: string[]): { findings: Finding[]; ruleNames: string[] } {
  const options = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json']
  const { stdout, stderr } = project.runCommand('depcruise', ...options, ...folders)
  if (!stdout.endsWith('}\n') && !stdout.endsWith('}')) throw new Error(`the checker did not finish: ${stderr}`)
  const { violations, ruleSetUsed } = (JSON.parse(stdout) as { summary: Summary }).summary
  return {
    findings: violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    ruleNames: ruleSetUsed.forbidden.map(({ name }) => name),
  }
}

type Summary = {
  violations: { rule: { name: string }; from: string; to: string }[]
  ruleSetUsed: { forbidden: { name: string }[] }
}
