import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './sourceTree.ts'
import { type CommandResult, type TestProject, createTestProject } from './testProject.ts'

// Compiles only the new files, which is fast. `npm run check` compiles each side with its own settings.
const NEW_FILES_CONFIG = {
  extends: './tsconfig.test.json',
  include: ['src/features/book-marks', 'src/app/server/features.ts', 'src/app/web/*.d.ts', 'test/server'],
}

type NewFeature = {
  project: TestProject
  /** The copied folders. */
  folders: readonly string[]
  result: CommandResult
  /** Returns the output lines of a command that mention the new feature. */
  outputAboutFeature: (command: string, ...args: string[]) => string[]
}

/** Copies this project and runs `npm run new feature book-marks` in the copy. */
export function createNewFeature(): NewFeature {
  const rules = readdirSync(ROOT).filter((name) => /^\.(ox|dep)|\.(json|ts)$/.test(name) && name !== 'package-lock.json')
  const folders = ['src', 'test', 'dev', 'bench', 'bin', 'models'].filter((folder) => existsSync(join(ROOT, folder)))
  const project = createTestProject([...rules, ...folders], { 'tsconfig.new.json': JSON.stringify(NEW_FILES_CONFIG) })
  const result = project.runCommand('node', 'dev/new.ts', 'feature', 'book-marks')
  const outputAboutFeature = (command: string, ...args: string[]) => {
    const { stdout, stderr } = project.runCommand(command, ...args)
    return `${stdout}\n${stderr}`.split('\n').filter((line) => /book-?marks/i.test(line))
  }
  return { project, folders, result, outputAboutFeature }
}
