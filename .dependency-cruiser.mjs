import { readFileSync } from 'node:fs'
import swcVisitor from '@swc/core/Visitor.js'
import { createDependencyRules } from './dev/fences/dependencyRules.ts'

// @NOTE The checker reads our files through this visitor, which does not know `using` and would stop at the first one.
const reads = (swcVisitor.Visitor ?? swcVisitor).prototype
const { visitStatement, visitPattern } = reads
const declarators = (visitor, node) => ({ ...node, decls: visitor.visitVariableDeclarators(node.decls) })
reads.visitStatement = function (node) {
  return node.type === 'UsingDeclaration' ? declarators(this, node) : visitStatement.call(this, node)
}
reads.visitPattern = function (node) {
  return node.type === 'UsingDeclaration' ? declarators(this, node) : visitPattern.call(this, node)
}

const plan = JSON.parse(readFileSync(new URL('features.json', import.meta.url), 'utf8'))

/** The fences, generated from features.json. Run by `npm run check` and by test/structure/dependencyRules.test.ts. */
export default {
  forbidden: createDependencyRules(plan),
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
}
