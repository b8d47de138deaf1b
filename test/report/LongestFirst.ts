import { BaseSequencer, type TestSpecification } from 'vitest/node'

const PROJECTS = ['server', 'web', 'structure', 'e2e']
/** The slowest files, slowest first. The size of a file is no indication of its duration. */
const LONGEST = [
  'src/app/server/badInput.test.ts',
  'src/platform/speech/engine.test.ts',
  'src/app/server/secondAccount.test.ts',
  'src/app/cli/superviseRole.test.ts',
  'src/app/server/openApi.test.ts',
  'test/structure/new.test.ts',
  'test/e2e/account.test.ts',
  'test/e2e/pages.test.ts',
  'test/e2e/routes.test.ts',
  'test/e2e/recorder.test.ts',
  'test/e2e/start.test.ts',
  'test/e2e/offline.test.ts',
]

/** Runs the projects one after the other, and the slowest files of each first, so that both workers finish together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    return bySize.toSorted((a, b) => projectIndex(a) - projectIndex(b) || rank(a) - rank(b))
  }
}

const projectIndex = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name)

function rank({ moduleId }: TestSpecification): number {
  const index = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
  return index === -1 ? LONGEST.length : index
}
